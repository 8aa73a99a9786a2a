/**
 * What a listing's address says: page, size, sort, price bounds, words and filters. Defaults are left out, so
 * that one view has one address. Keys that are no filter (a campaign's `utm_…`) are not passed on.
 */

import { PAGE_SIZES } from './page-sizes.ts';

export const SORTS = ['default', 'price_asc', 'price_desc'] as const;
export type Sort = (typeof SORTS)[number];

export interface ListingSearch {
  readonly q?: string;
  readonly page?: number;
  readonly size?: number;
  readonly sort?: Sort;
  /** Dinars as text, exactly as in the address. */
  readonly priceMin?: string;
  readonly priceMax?: string;
  /** Filter key (`brands`, `attributes.color`) to its chosen values, both sorted. */
  readonly filters?: Readonly<Record<string, readonly string[]>>;
}

const DEFAULT_SIZE = 12;
const FILTER = /^(?:brands|brandlines|subCategories|(?:attributes|features)\.[\w-]+)$/;
const AMOUNT = /^\d{1,9}(?:\.\d{1,2})?$/;

/** Reads an address; what makes no sense falls back to its default. */
export function readSearch(params: URLSearchParams): ListingSearch {
  const page = Number(params.get('page'));
  const size = Number(params.get('size'));
  const sort = params.get('sort') as Sort;
  const amount = (key: string) =>
    AMOUNT.test(params.get(key) ?? '') ? (params.get(key) ?? undefined) : undefined;
  return normalised({
    q: params.get('q')?.trim(),
    page: Number.isSafeInteger(page) && page > 1 ? page : undefined,
    size: (PAGE_SIZES as readonly number[]).includes(size) ? size : undefined,
    sort: SORTS.includes(sort) ? sort : undefined,
    priceMin: amount('priceMin'),
    priceMax: amount('priceMax'),
    filters: readFilters(params),
  });
}

function readFilters(params: URLSearchParams): Record<string, string[]> {
  const keys = [...new Set(params.keys())].filter((key) => FILTER.test(key)).sort();
  return Object.fromEntries(
    keys.map((key) => [key, [...new Set(params.getAll(key))].filter(Boolean).sort()]),
  );
}

type Loose = { [Key in keyof ListingSearch]?: ListingSearch[Key] | undefined };

/** Leaves defaults and empty choices out. */
function normalised(search: Loose): ListingSearch {
  const filters = Object.entries(search.filters ?? {}).filter(([, values]) => values.length > 0);
  const kept = {
    ...search,
    q: search.q || undefined,
    page: search.page === 1 ? undefined : search.page,
    size: search.size === DEFAULT_SIZE ? undefined : search.size,
    sort: search.sort === 'default' ? undefined : search.sort,
    filters: filters.length > 0 ? Object.fromEntries(filters) : undefined,
  };
  return Object.fromEntries(Object.entries(kept).filter(([, value]) => value !== undefined));
}

/** The query of the API, which is the address of the page too. */
export function toQuery({
  filters,
  ...rest
}: ListingSearch): Record<string, string | number | readonly string[]> {
  return { ...rest, ...filters };
}

/** Any change but the page's own starts again at page 1 (spec 4). */
export function changed(search: ListingSearch, change: Loose): ListingSearch {
  return normalised({ ...search, page: undefined, ...change });
}

export function isChosen(search: ListingSearch, key: string, value: string): boolean {
  return search.filters?.[key]?.includes(value) ?? false;
}

export function toggled(search: ListingSearch, key: string, value: string): ListingSearch {
  const values = search.filters?.[key] ?? [];
  const next = values.includes(value) ? values.filter((other) => other !== value) : [...values, value].sort();
  return changed(search, { filters: { ...search.filters, [key]: next } });
}

/** Everything open again; words and order stay. */
export function cleared(search: ListingSearch): ListingSearch {
  return changed(search, { filters: undefined, priceMin: undefined, priceMax: undefined });
}

/** How many choices narrow the list. */
export function choiceCount(search: ListingSearch): number {
  const chosen = Object.values(search.filters ?? {}).reduce((total, values) => total + values.length, 0);
  return chosen + (search.priceMin || search.priceMax ? 1 : 0);
}
