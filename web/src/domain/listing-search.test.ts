import { expect, it } from 'vitest';
import vectors from '../../../services/gateway/vectors/listing-search.json';
import { changed, choiceCount, cleared, readSearch, toggled, toQuery } from './listing-search.ts';

const read = (query: string) => readSearch(new URLSearchParams(query));

it.each(vectors)('reads what the gateway reads: $is', ({ query, read: wanted }) => {
  expect(toQuery(read(query))).toEqual(wanted);
});

it('leaves out what the shop refuses', () => {
  expect(read('page=1001')).toEqual({});
  expect(read('page=1000')).toEqual({ page: 1000 });
  expect(read('page=60&size=200')).toEqual({ page: 60, size: 200 });
  expect(read(`q=${'م'.repeat(101)}`)).toEqual({});
  expect(read(`q=${'م'.repeat(100)}`)).toEqual({ q: 'م'.repeat(100) });
});

it('reads filters sorted and once', () => {
  const search = read(
    'brands=nour&brands=casbah&brands=nour&brandlines=sahara&attributes.color=rouge&page=3&priceMax=8000',
  );
  expect(search).toEqual({
    page: 3,
    priceMax: '8000',
    filters: { 'attributes.color': ['rouge'], brandlines: ['sahara'], brands: ['casbah', 'nour'] },
  });
  expect(toQuery(search)).toEqual({
    page: 3,
    priceMax: '8000',
    'attributes.color': ['rouge'],
    brandlines: ['sahara'],
    brands: ['casbah', 'nour'],
  });
  expect(choiceCount(search)).toBe(5);
});

it('starts again at page 1 on any change', () => {
  const search = read('page=4&brands=nour');
  expect(toggled(search, 'brands', 'nour')).toEqual({});
  expect(toggled(search, 'brands', 'casbah')).toEqual({ filters: { brands: ['casbah', 'nour'] } });
  expect(changed(search, { sort: 'price_asc' }).page).toBeUndefined();
  expect(changed(search, { page: 5 }).page).toBe(5);
});

it('clears choices but keeps words and order', () => {
  expect(cleared(read('q=ambre&sort=price_asc&brands=nour&priceMin=10'))).toEqual({
    q: 'ambre',
    sort: 'price_asc',
  });
});
