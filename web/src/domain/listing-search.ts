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
const FILTER = /^(?:brands|brandlines|subCategories|(?:attributes|features)\..{1,60})$/su;
/** What the keys of attributes begin with. */
export const ATTRIBUTE = 'attributes.';
const NUMBER = /^\d{1,9}$/;
const AMOUNT = /^\d{1,9}(?:\.\d{1,2})?$/;
/** Products that a listing shows, over all its pages (`crates/kernel/src/page.rs`). */
const REACH = 12_000;
/** Longest words of a search and longest value of a filter, in characters (`services/gateway/src/limits/mod.rs`). */
const LONGEST_WORDS = 100;
const LONGEST_VALUE = 200;
/** Most filters, and most values over all of them, beside the prices (there). */
const MOST_FILTERS = 20;
const MOST_VALUES = 48;

/**
 * Reads an address; what makes no sense, or is refused by the shop, falls back to its default. The gateway reads it in the same way
 * (`services/gateway/vectors/listing-search.json`).
 */
export function readSearch(params: URLSearchParams): ListingSearch {
  const size = readNumber(params, 'size');
  const sort = params.get('sort') as Sort;
  const chosenSize = (PAGE_SIZES as readonly unknown[]).includes(size) ? size : undefined;
  return normalised({
    q: readWords(params),
    page: readPage(params, chosenSize ?? DEFAULT_SIZE),
    size: chosenSize,
    sort: SORTS.includes(sort) ? sort : undefined,
    ...readPrices(params),
    filters: readFilters(params),
  });
}

function readWords(params: URLSearchParams): string | undefined {
  const words = params.get('q')?.trim();
  const isTooLong = [...(words?.replace(/\s+/g, ' ') ?? '')].length > LONGEST_WORDS;
  return isTooLong ? undefined : words;
}

function readNumber(params: URLSearchParams, key: string): number | undefined {
  const text = params.get(key) ?? '';
  return NUMBER.test(text) ? Number(text) : undefined;
}

function readPage(params: URLSearchParams, size: number): number | undefined {
  const page = readNumber(params, 'page') ?? 1;
  return page > 1 && page * size <= REACH ? page : undefined;
}

/** Of a lowest price above the highest, the highest alone. */
function readPrices(params: URLSearchParams): Pick<Loose, 'priceMin' | 'priceMax'> {
  const [priceMin, priceMax] = ['priceMin', 'priceMax'].map((key) => {
    const amount = params.get(key) ?? '';
    return AMOUNT.test(amount) ? amount : undefined;
  });
  const isCrossed = Number(priceMin ?? 0) > Number(priceMax ?? Number.POSITIVE_INFINITY);
  return { priceMin: isCrossed ? undefined : priceMin, priceMax };
}

/** The first of them, where there are too many. */
function readFilters(params: URLSearchParams): Record<string, string[]> {
  const filters = new Map<string, Set<string>>();
  let room = MOST_VALUES;
  for (const [key, value] of params) {
    if (!FILTER.test(key) || value === '' || [...value].length > LONGEST_VALUE) continue;
    const values = filters.get(key) ?? new Set();
    if (room === 0 || values.has(value) || (values.size === 0 && filters.size === MOST_FILTERS)) continue;
    filters.set(key, values.add(value));
    room -= 1;
  }
  const sorted = [...filters].sort(([one], [other]) => (one < other ? -1 : 1));
  return Object.fromEntries(sorted.map(([key, values]) => [key, [...values].sort()]));
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

/** Of what a list is narrowed to, the attributes of which one value is chosen: a product of it begins with them. */
export function singleAttributes({ filters = {} }: ListingSearch): NonNullable<ListingSearch['filters']> {
  return Object.fromEntries(
    Object.entries(filters).filter(([key, values]) => key.startsWith(ATTRIBUTE) && values.length === 1),
  );
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
