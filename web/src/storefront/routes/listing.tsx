/** Every listing: category, brand, brand line, collection, promotion, featured, new, search. Its state is its address. */
import { useQuery } from '@tanstack/react-query';
import { Link, Navigate, useNavigate, useSearch } from '@tanstack/react-router';
import { Suspense, useCallback, useEffect, useState } from 'react';
import { ApiError, movedTo } from '@/api/errors.ts';
import type { Listing } from '@/api/types.ts';
import { changed, choiceCount, cleared, type ListingSearch } from '@/domain/listing-search.ts';
import * as m from '@/i18n/paraglide.gen/messages.js';
import { PartBoundary } from '@/lib/part-boundary.tsx';
import * as buttonStyles from '@/ui/native/button.module.css';
import { Button } from '@/ui/native/button.tsx';
import { Icon } from '@/ui/native/icon.tsx';
import { EmptyState, ErrorState } from '@/ui/native/states.tsx';
import { Chips } from '../features/listing/chips.tsx';
import { FilterPanel } from '../features/listing/filters.tsx';
import { Instead } from '../features/listing/instead.tsx';
import { Offer } from '../features/listing/offer-part.ts';
import { Pages } from '../features/listing/pages.tsx';
import { GridSkeleton, ProductGrid } from '../features/listing/product-grid.tsx';
import { Tools } from '../features/listing/tools.tsx';
import { Breadcrumbs } from '../parts/breadcrumbs.tsx';
import { errorText, requestIdOf } from '../parts/error-text.ts';
import * as noteStyles from '../parts/note.module.css';
import * as pageHeadStyles from '../parts/page-head.module.css';
import { ShopLink } from '../parts/shop-link.tsx';
import { usePageTitle } from '../parts/use-page-title.ts';
import { brandLinePath, brandPath, categoryPath, collectionPath } from '../paths.ts';
import { type ListingScope, listingQuery } from '../queries.ts';
import * as styles from './listing.module.css';
import { MissingPage, NothingHere } from './not-found.tsx';

/** Keeps the old cards, dimmed, until those of the same list narrowed or turned are there; never those of another list. */
function useListing(scope: ListingScope, search: ListingSearch) {
  const name = nameOf(scope, search);
  const [kept, setKept] = useState<{ name: string; listing: Listing }>();
  const query = useQuery(
    listingQuery(scope, search) as ReturnType<typeof listingQuery> & { queryKey: never },
  );
  if (query.data && query.data !== kept?.listing) setKept({ name, listing: query.data });
  const previous = kept?.name === name ? kept.listing : undefined;
  return { ...query, name, listing: query.data ?? previous, stale: query.data === undefined };
}

/** Which list it is, however it is narrowed and turned. */
function nameOf(scope: ListingScope, { q = '' }: ListingSearch): string {
  return `${scope.kind}/${'slug' in scope ? scope.slug : ''}/${q}`;
}

interface ListingPageProps {
  readonly scope: ListingScope;
}

export function ListingPage({ scope }: ListingPageProps) {
  const search = useSearch({ strict: false }) as ListingSearch;
  return scope.kind === 'search' && !search.q ? <SearchPrompt /> : <List scope={scope} search={search} />;
}

/** A search without words: what is searched by is asked for in the header's field, the one of two that the screen has room for. */
function SearchPrompt() {
  const title = m.sf_search();
  usePageTitle(title);
  useEffect(() => {
    for (const field of document.querySelectorAll<HTMLElement>('search input')) field.focus();
  }, []);
  return (
    <main className="wrap" id="main">
      <Breadcrumbs steps={[{ name: title }]} />
      <div className={pageHeadStyles.pageHead}>
        <div>
          <h1>{title}</h1>
          <p>{m.sf_search_hint()}</p>
        </div>
      </div>
    </main>
  );
}

interface ListProps extends ListingPageProps {
  readonly search: ListingSearch;
}

function List({ scope, search }: ListProps) {
  const navigate = useNavigate();
  const { name, listing, stale, error, refetch } = useListing(scope, search);
  /** The list whose filters are open: they don't open over another. */
  const [filtered, setFiltered] = useState<string>();
  if (filtered !== undefined && filtered !== name) setFiltered(undefined);
  const closeFilters = useCallback(() => setFiltered(undefined), []);
  const onChange = (next: ListingSearch) => void navigate({ to: '.', search: next, resetScroll: false });
  // Of nothing there is nothing to sort or to narrow.
  const isBare = listing?.total === 0 && choiceCount(search) === 0;

  const moved = movedTo(error);
  if (moved) {
    return <Navigate to={addressOf(scope, moved)} search={search} replace />;
  }
  if (error instanceof ApiError && error.status === 404) return <Nothing scope={scope} error={error} />;
  return (
    <main className="wrap" id="main">
      <Heading scope={scope} search={search} listing={listing} />
      {listing?.discount && (
        <PartBoundary>
          <Suspense fallback={null}>
            <Offer discount={listing.discount} />
          </Suspense>
        </PartBoundary>
      )}
      {error && !listing ? (
        <ErrorState
          message={errorText(error)}
          requestId={requestIdOf(error)}
          onRetry={() => void refetch()}
        />
      ) : (
        <div className={isBare ? undefined : styles.listing}>
          {listing && !isBare ? (
            <FilterPanel
              // What was looked for and unfolded in it is forgotten with its list.
              key={name}
              open={filtered === name}
              onClose={closeFilters}
              listing={listing}
              search={search}
              onChange={onChange}
            />
          ) : (
            <div />
          )}
          <section aria-label={m.sf_products()}>
            {listing && !isBare && (
              <>
                <Tools
                  listing={listing}
                  search={search}
                  onChange={onChange}
                  onOpenFilters={() => setFiltered(name)}
                />
                <Chips listing={listing} search={search} onChange={onChange} />
                <p className={`${styles.count} quiet small phone-only`} role="status">
                  {m.sf_products_count({ count: listing.total })}
                </p>
              </>
            )}
            {error && listing && <StaleNotice error={error} onRetry={() => void refetch()} />}
            {listing && <Instead listing={listing} />}
            <Results listing={listing} search={search} stale={stale} onChange={onChange} />
          </section>
        </div>
      )}
    </main>
  );
}

/** Where a list that moved is now. */
function addressOf({ kind }: ListingScope, slug: string): string {
  if (kind === 'brand') return brandPath(slug);
  if (kind === 'brandLine') return brandLinePath(slug);
  return kind === 'collection' ? collectionPath(slug) : categoryPath(slug);
}

/** What is over was there: a shopper who followed its link is told so. */
function Nothing({ scope, error }: { readonly scope: ListingScope; readonly error: unknown }) {
  if (scope.kind !== 'promotion') return <MissingPage error={error} />;
  return <NothingHere title={m.sf_no_promotion()} hint={m.sf_no_promotion_hint()} />;
}

interface StaleNoticeProps {
  readonly error: unknown;
  readonly onRetry: () => void;
}

/** What was asked for did not come: the cards under it are those of before. */
function StaleNotice({ error, onRetry }: StaleNoticeProps) {
  return (
    <p className={noteStyles.note} role="alert">
      <Icon name="warning" />
      <span>{errorText(error)}</span>
      <Button onClick={onRetry}>{m.common_retry()}</Button>
    </p>
  );
}

interface HeadingProps {
  readonly scope: ListingScope;
  readonly search: ListingSearch;
  readonly listing: Listing | undefined;
}

function titleOf({ scope, search, listing }: HeadingProps): string {
  if (scope.kind === 'featured') return m.sf_featured();
  if (scope.kind === 'new') return m.sf_new();
  if (scope.kind === 'search') return m.sf_results_for({ words: search.q ?? '' });
  if (scope.kind === 'promotion' && listing?.title === '') return m.sf_promotion();
  return listing?.title ?? '\u00a0';
}

function Heading(props: HeadingProps) {
  const title = titleOf(props);
  usePageTitle(props.listing?.seoTitle || title.trim());
  const { breadcrumb = [], brand } = props.listing ?? {};
  const above = breadcrumb.slice(0, -1).map(({ name, slug }) => ({ name, href: categoryPath(slug) }));
  if (brand) above.push({ name: brand.name, href: brandPath(brand.slug) });
  return (
    <>
      <Breadcrumbs steps={[...above, { name: title }]} />
      <div className={pageHeadStyles.pageHead}>
        <div>
          <h1>{title}</h1>
          {props.listing?.description && <p dir="auto">{props.listing.description}</p>}
        </div>
      </div>
    </>
  );
}

interface ResultsProps {
  readonly listing: Listing | undefined;
  readonly search: ListingSearch;
  readonly stale: boolean;
  readonly onChange: (search: ListingSearch) => void;
}

function Results({ listing, search, stale, onChange }: ResultsProps) {
  if (!listing) return <GridSkeleton />;
  if (listing.products.length === 0) {
    return listing.total > 0 ? (
      <PastTheEnd listing={listing} search={search} />
    ) : (
      <NothingFound search={search} onChange={onChange} />
    );
  }
  return (
    <>
      <ProductGrid products={listing.products} search={search} stale={stale} />
      <Pages page={listing.page} pageCount={listing.pageCount} search={search} />
    </>
  );
}

/** A page of the address that the list has no more, or never had. */
function PastTheEnd({
  listing: { page, pageCount },
  search,
}: {
  readonly listing: Listing;
  readonly search: ListingSearch;
}) {
  const to = (page: number, words: string) => (
    <Link className={buttonStyles.button} to="." search={changed(search, { page })}>
      {words}
    </Link>
  );
  return (
    <EmptyState
      icon="search"
      title={m.sf_past_end({ count: pageCount })}
      action={
        <>
          {to(1, m.sf_past_end_first())}
          {pageCount > 1 && to(pageCount, m.sf_past_end_last())}
        </>
      }
    >
      {m.sf_past_end_text({ page })}
    </EmptyState>
  );
}

function NothingFound({ search, onChange }: Pick<ResultsProps, 'search' | 'onChange'>) {
  const narrowed = choiceCount(search) > 0;
  return (
    <EmptyState
      icon="search"
      title={m.sf_no_products()}
      action={
        narrowed ? (
          <Button onClick={() => onChange(cleared(search))}>{m.sf_clear_all()}</Button>
        ) : (
          <ShopLink className={buttonStyles.button} href="/new">
            {m.sf_new()}
          </ShopLink>
        )
      }
    >
      {narrowed ? m.sf_no_products_narrowed() : m.sf_no_products_hint()}
    </EmptyState>
  );
}
