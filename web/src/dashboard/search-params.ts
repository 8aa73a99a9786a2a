/** Addresses stay readable: every parameter is plain text, empty ones are left out, schemas give them their types. */
import * as v from 'valibot';
import { PAGE_SIZES } from '@/domain/page-sizes.ts';

export function parseSearch(text: string): Record<string, string> {
  return Object.fromEntries(new URLSearchParams(text));
}

export function stringifySearch(search: Record<string, unknown>): string {
  const entries = Object.entries(search)
    .filter(([, value]) => value !== undefined && value !== null && value !== '')
    .map(([key, value]): [string, string] => [key, String(value)]);
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
