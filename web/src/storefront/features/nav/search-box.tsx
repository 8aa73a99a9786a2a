/** Search with suggestions after two letters; Enter opens the results. A combobox for assistive technology. */
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useNavigate, useRouterState } from '@tanstack/react-router';
import { type KeyboardEvent, useId, useState } from 'react';
import type { ListingSearch } from '@/domain/listing-search.ts';
import type { Centimes } from '@/domain/money.ts';
import { shownPrice } from '@/domain/pricing.ts';
import * as m from '@/i18n/paraglide.gen/messages.js';
import { Icon } from '@/ui/native/icon.tsx';
import { Price } from '@/ui/native/price.tsx';
import { api } from '../../api.ts';
import { brandPath, categoryPath, productPath } from '../../paths.ts';
import * as styles from './search.module.css';

const RESULTS = '/search';
const MINIMUM = 2;
const SHOWN_PRODUCTS = 6;

interface Suggestion {
  readonly name: string;
  readonly href: string;
  readonly image?: string | undefined;
  /** Of a product. */
  readonly price?: Centimes | 'sold out' | undefined;
  /** What leads to the results of these words, and names them. */
  readonly words?: string;
}

function useSuggestions(typed: string): readonly Suggestion[] {
  const words = typed.trim();
  const init = { params: { query: { q: words } } };
  const { data } = useQuery({
    ...api.queryOptions('get', '/web/public/api/search/suggest', init),
    enabled: words.length >= MINIMUM,
    placeholderData: keepPreviousData,
  });
  if (!data || words.length < MINIMUM) return [];
  const found: readonly Suggestion[] = [
    ...data.categories.map(({ name, slug }) => ({ name, href: categoryPath(slug) })),
    ...data.brands.map(({ name, slug }) => ({ name, href: brandPath(slug) })),
    ...data.products.slice(0, SHOWN_PRODUCTS).map((product) => ({
      name: product.name,
      href: productPath(product),
      image: product.gridDisplayImagesForWeb.thumb?.displayUrl,
      price: product.available ? shownPrice(product).now : 'sold out',
    })),
  ];
  return found.length > 0
    ? [...found, { name: m.sf_suggestions_all({ words }), href: RESULTS, words }]
    : found;
}

/** The words of the results that are shown; undefined on other pages. */
function useShownWords(): string | undefined {
  return useRouterState({
    select: ({ location: { pathname, search } }) =>
      pathname.endsWith(RESULTS) ? ((search as ListingSearch).q ?? '') : undefined,
  });
}

/** `className`: where it is shown. */
export function SearchBox({ className }: { readonly className: string }) {
  const listId = useId();
  const navigate = useNavigate();
  const words = useShownWords();
  const [followed, setFollowed] = useState(words);
  const [typed, setTyped] = useState(words ?? '');
  const [open, setOpen] = useState(false);
  const [chosen, setChosen] = useState<string>();
  // The field says what was searched, after the browser's Back too; on other pages what was typed stays.
  if (words !== followed) {
    setFollowed(words);
    if (words !== undefined) setTyped(words);
  }
  const suggestions = useSuggestions(typed);
  const shown = open && suggestions.length > 0;
  // By what it leads to: when others come in place of these, the mark stays with it or goes with it.
  const marked = suggestions.findIndex(({ href }) => href === chosen);

  const leave = () => {
    setOpen(false);
    setChosen(undefined);
  };
  const go = (suggestion: Suggestion | undefined) => {
    leave();
    const searched = suggestion ? suggestion.words : typed.trim();
    if (searched) void navigate({ to: RESULTS, search: { q: searched } });
    else if (suggestion) void navigate({ to: suggestion.href });
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Escape') leave();
    if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return;
    event.preventDefault();
    const step = event.key === 'ArrowDown' ? 1 : -1;
    setOpen(true);
    const places = suggestions.length + 1;
    setChosen(suggestions[((marked + step + 1 + places) % places) - 1]?.href);
  };

  return (
    <search className={`${styles.search} ${className}`}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          go(suggestions[marked]);
        }}
        onBlur={(event) => {
          if (!event.currentTarget.contains(event.relatedTarget)) leave();
        }}
      >
        <Icon name="search" />
        <input
          type="search"
          role="combobox"
          aria-label={m.sf_search()}
          aria-expanded={shown}
          aria-controls={listId}
          aria-autocomplete="list"
          aria-activedescendant={shown && marked >= 0 ? `${listId}-${marked}` : undefined}
          autoComplete="off"
          maxLength={100}
          placeholder={m.sf_search_placeholder()}
          value={typed}
          onChange={(event) => {
            setTyped(event.target.value);
            setOpen(true);
            setChosen(undefined);
          }}
          onFocus={() => setOpen(true)}
          onKeyDown={onKeyDown}
        />
        <div
          className={styles.list}
          id={listId}
          role="listbox"
          aria-label={m.sf_suggestions()}
          hidden={!shown}
        >
          {suggestions.map((suggestion, index) => (
            <button
              key={suggestion.href}
              type="button"
              role="option"
              id={`${listId}-${index}`}
              tabIndex={-1}
              aria-selected={index === marked}
              onClick={() => go(suggestion)}
            >
              {suggestion.image ? <img src={suggestion.image} alt="" /> : <Icon name="search" />}
              <span>{suggestion.name}</span>
              {suggestion.price === 'sold out' ? (
                <small className="quiet">{m.sf_sold_out()}</small>
              ) : (
                suggestion.price !== undefined && <Price amount={suggestion.price} />
              )}
            </button>
          ))}
        </div>
      </form>
    </search>
  );
}
