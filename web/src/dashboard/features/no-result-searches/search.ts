/** What the list of searches without results asks for, in the address. */
import { LANGUAGES } from '../../parts/languages.ts';
import { listSearch, oneOf } from '../../recipe/list/search.ts';

/** Days up to today, beside the thirty that are usual. */
export const PERIODS = ['1d', '7d', '90d'] as const;
export type Period = (typeof PERIODS)[number];

export const noResultSearchList = listSearch(
  '/dashboard/api/no-result-searches',
  { period: oneOf(PERIODS), language: oneOf(LANGUAGES) },
  ['recent', 'term'],
);

export type NoResultSearchSearch = ReturnType<typeof noResultSearchList.validate>;

/** The shop's own search for the words, in the language that they were searched in (French has no prefix). */
export function searchInShop(term: string, language: string): string {
  const prefix = language === 'fr' ? '' : `/${language}`;
  return `${prefix}/search?q=${encodeURIComponent(term)}`;
}
