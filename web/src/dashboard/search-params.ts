/**
 * Addresses stay readable: every parameter is plain text, one with several values is repeated (design 4), empty ones are
 * left out, schemas give them their types.
 */
import * as v from 'valibot';
import { PAGE_SIZES } from '@/domain/page-sizes.ts';

export function parseSearch(text: string): Record<string, string | string[]> {
  const params = new URLSearchParams(text);
  return Object.fromEntries(
    [...new Set(params.keys())].map((key) => {
      const [first = '', ...rest] = params.getAll(key);
      return [key, rest.length > 0 ? [first, ...rest] : first];
    }),
  );
}

export function stringifySearch(search: Record<string, unknown>): string {
  const entries = Object.entries(search).flatMap(([key, value]) =>
    [value]
      .flat()
      .filter((one) => one !== undefined && one !== null && one !== '')
      .map((one): [string, string] => [key, String(one)]),
  );
  const text = new URLSearchParams(entries).toString();
  return text ? `?${text}` : '';
}

const number = v.pipe(v.union([v.string(), v.number()]), v.transform(Number), v.integer());

/** A parameter that may be absent; what is not understood counts as absent. */
export const optionalText = v.fallback(v.optional(v.string()), undefined);
export const optionalPage = v.fallback(v.optional(v.pipe(number, v.minValue(1))), undefined);

export const optionalSize = v.fallback(v.optional(v.pipe(number, v.picklist(PAGE_SIZES))), undefined);

/** Rows of a page where the address says nothing. */
export const DEFAULT_SIZE = 24;

/** The search after a change of filter: it starts at the first page, and what is empty leaves the address. */
export function refine<Search extends object>(search: Search, change: Partial<Search>): Search {
  const entries = Object.entries({ ...search, page: undefined, ...change });
  return Object.fromEntries(entries.filter(([, value]) => value !== undefined && value !== '')) as Search;
}
