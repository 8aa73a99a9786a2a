/** A link to an address of the shop as the API gives it (`/catalog/category/parfums?sort=…`), in this language. */
import { type ActiveOptions, Link, useRouter } from '@tanstack/react-router';
import { type ComponentProps, type MouseEvent, useRef } from 'react';
import { locale, pathInLocale } from '@/i18n/locale.ts';
import { parseSearch, stringifySearch } from '../search-params.ts';

interface ShopLinkProps extends Omit<ComponentProps<'a'>, 'href'> {
  readonly href: string;
  /** Of a link that says when its page is the current one: on which pages it does. */
  readonly activeOptions?: ActiveOptions | undefined;
}

export function ShopLink({ href, activeOptions, ...rest }: ShopLinkProps) {
  if (!href.startsWith('/') || href.startsWith('//')) return <a href={href} {...rest} />;
  const [path = '/', query = ''] = href.split('?');
  // Merchants copy links out of any language; without its prefix it is one of the router's.
  const place = { to: pathInLocale(path, 'fr'), search: parseSearch(query) };
  return activeOptions ? (
    <Link {...place} activeOptions={activeOptions} {...rest} />
  ) : (
    <PlainLink place={place} {...rest} />
  );
}

interface PlainLinkProps extends Omit<ComponentProps<'a'>, 'href'> {
  readonly place: { readonly to: string; readonly search: ReturnType<typeof parseSearch> };
}

/** How long somebody points at a link, or stays on it, before its page is fetched ahead. */
const MEANT_MS = 50;

/**
 * What the router's `Link` does, but for following where the shopper is: sixty of those on a page are an eighth of what it takes to make it
 * (docs/adr/0005).
 */
function PlainLink({ place, onClick, ...rest }: PlainLinkProps) {
  const router = useRouter();
  const meant = useRef<ReturnType<typeof setTimeout>>(undefined);
  const forget = () => clearTimeout(meant.current);
  const prepare = () => {
    router.preloadRoute(place).catch(() => undefined);
  };
  const prepareIfMeant = () => {
    forget();
    meant.current = setTimeout(prepare, MEANT_MS);
  };
  const go = (event: MouseEvent<HTMLAnchorElement>) => {
    forget();
    onClick?.(event);
    if (event.defaultPrevented || isForTheBrowser(event)) return;
    event.preventDefault();
    void router.navigate(place);
  };
  return (
    <a
      href={pathInLocale(place.to, locale()) + stringifySearch(place.search)}
      onClick={go}
      onFocus={prepareIfMeant}
      onBlur={forget}
      onTouchStart={prepare}
      onMouseEnter={prepareIfMeant}
      onMouseLeave={forget}
      {...rest}
    />
  );
}

/** Another tab, a download or the menu of a link. */
function isForTheBrowser({
  button,
  metaKey,
  ctrlKey,
  shiftKey,
  altKey,
  currentTarget,
}: MouseEvent<HTMLAnchorElement>) {
  return button !== 0 || metaKey || ctrlKey || shiftKey || altKey || Boolean(currentTarget.target);
}
