import { expect, it } from 'vitest';
import { noResultSearchList, searchInShop } from './search.ts';

it('leads to the shop’s search in the language of the words, whatever stands in them', () => {
  expect(searchInShop('henne & rose', 'fr')).toBe('/search?q=henne%20%26%20rose');
  expect(searchInShop('عود', 'ar')).toBe(`/ar/search?q=${encodeURIComponent('عود')}`);
  expect(searchInShop('oud', 'en')).toBe('/en/search?q=oud');
});

it('asks for a period and a language that there are', () => {
  expect(noResultSearchList.validate({ period: '7d', language: 'ar', sort: 'recent' })).toEqual({
    period: '7d',
    language: 'ar',
    sort: 'recent',
  });
  expect(noResultSearchList.validate({ period: '8d', language: 'de', sort: 'count' })).toEqual({});
});
