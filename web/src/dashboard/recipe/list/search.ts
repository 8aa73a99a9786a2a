/**
 * What a list asks for, as its address says it: words, filters, order, page and rows per page. Nothing else holds any of
 * it, so Back, a bookmark and a reload agree. What can't be read falls away.
 */
import type { QueryOf } from '@/api/paths.ts';
import { PAGE_SIZES, type PageSize } from '@/domain/page-sizes.ts';

/** Rows of a page where the address says nothing. */
const DEFAULT_SIZE: PageSize = 24;

type Plain = string | boolean | readonly string[];

/** One filter: what its texts in the address mean; `undefined` when they mean nothing. */
export interface Filter<V extends Plain = Plain> {
  parse(raw: readonly string[]): V | undefined;
}

/** Filters by the names that the address `P` of the gateway knows, each of the type that it takes. */
export type Filters<P> = {
  [K in Exclude<keyof QueryOf<P>, 'q' | 'page' | 'size' | 'sort'>]?: Filter<
    Extract<NonNullable<QueryOf<P>[K]>, Plain>
  >;
};

export type FilterValues<F> = { [K in keyof F]?: F[K] extends Filter<infer V> ? V : never };

interface Paging {
  q?: string;
  page?: number;
  size?: PageSize;
}

export type SearchOf<F, S extends string = string> = Paging & { sort?: S } & FilterValues<F>;

export interface ListSearch<P, F extends Filters<P>, S extends string = never> {
  path: P;
  filters: F;
  /** The router's: the search of an address, whatever it holds. */
  validate(raw: Record<string, unknown>): SearchOf<F, S>;
  /** Whether words or filters leave rows out. */
  isNarrowed(search: SearchOf<F, S>): boolean;
  /** What to ask the gateway for. */
  queryOf(search: SearchOf<F, S>): { page: number; size: PageSize } & Partial<QueryOf<P>>;
}

export function text(): Filter<string> {
  return { parse: ([raw]) => raw || undefined };
}

/** A text that has to be one that the screen knows. */
export function textThat(isKnown: (raw: string) => boolean): Filter<string> {
  return { parse: ([raw]) => (raw && isKnown(raw) ? raw : undefined) };
}

/** One of the words that the screen knows. */
export function oneOf<V extends string>(known: readonly V[]): Filter<V> {
  return textThat((raw) => known.some((one) => one === raw)) as Filter<V>;
}

export function yesNo(): Filter<boolean> {
  return { parse: ([raw]) => (raw === 'true' || raw === 'false' ? raw === 'true' : undefined) };
}

/** A day of the shop: `2026-11-21`. */
export function day(): Filter<string> {
  return textThat((raw) => /^\d{4}-\d{2}-\d{2}$/.test(raw) && !Number.isNaN(Date.parse(raw)));
}

function textsOf(value: unknown): string[] {
  return [value]
    .flat()
    .filter((one) => one !== undefined && one !== null && one !== '')
    .map(String);
}

function wholeNumber(value: unknown): number | undefined {
  const [raw = ''] = textsOf(value);
  return /^\d{1,9}$/.test(raw) ? Number(raw) : undefined;
}

function pageOf(value: unknown): number | undefined {
  return wholeNumber(value) || undefined;
}

function sizeOf(value: unknown): PageSize | undefined {
  const size = wholeNumber(value);
  return PAGE_SIZES.find((one) => one === size);
}

/** The search of the list that `GET path` answers; `sorts` are the orders beside its usual one. */
export function listSearch<const P extends string, F extends Filters<P>, const S extends string = never>(
  path: P,
  filters: F,
  sorts: readonly S[] = [],
): ListSearch<P, F, S> {
  const known = Object.entries(filters) as [string, Filter][];
  return {
    path,
    filters,
    validate(raw) {
      const [q] = textsOf(raw.q);
      const sort = sorts.find((one) => one === textsOf(raw.sort)[0]);
      const values = known.map(([name, filter]) => [name, filter.parse(textsOf(raw[name]))]);
      return present({
        q,
        ...Object.fromEntries(values),
        sort,
        page: pageOf(raw.page),
        size: sizeOf(raw.size),
      }) as SearchOf<F, S>;
    },
    isNarrowed: (search) => ['q', ...Object.keys(filters)].some((name) => name in search),
    queryOf: (search) => {
      const query = { ...search, page: pageNumber(search), size: pageSize(search) };
      return query as ReturnType<ListSearch<P, F, S>['queryOf']>;
    },
  };
}

export function pageNumber({ page = 1 }: Paging): number {
  return page;
}

export function pageSize({ size = DEFAULT_SIZE }: Paging): PageSize {
  return size;
}

/** The search after a change: it starts at the first page, and what is empty leaves the address. */
export function refined<Search extends object>(search: Search, change: Partial<Search>): Search {
  return present({ ...search, page: undefined, ...change }) as Search;
}

function present(search: object): object {
  return Object.fromEntries(
    Object.entries(search).filter(([, value]) => value !== undefined && textsOf(value).length > 0),
  );
}
