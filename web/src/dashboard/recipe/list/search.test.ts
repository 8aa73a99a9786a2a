import { expect, it } from 'vitest';
import { day, listSearch, text, yesNo } from './search.ts';

const products = listSearch('/dashboard/api/products', { brand: text(), active: yesNo() }, ['name']);

it('reads what an address may say, and lets the rest fall away', () => {
  const raw = {
    q: 'rouge',
    brand: ['a', 'b'],
    active: 'oui',
    sort: 'name',
    page: '0',
    size: '24',
    other: '1',
  };
  expect(products.validate(raw)).toEqual({ q: 'rouge', brand: 'a', sort: 'name', size: 24 });
  expect(products.validate({ active: false, page: 3 })).toEqual({ active: false, page: 3 });
});

it('asks for the first page of its usual size where the address says nothing', () => {
  expect(products.queryOf({ active: true })).toEqual({ active: true, page: 1, size: 24 });
});

it.each(['2026-11-21', '2026-02-29x', '21/11/2026', '2026-13-01', ''])(
  'takes a day and nothing else: %j',
  (raw) => {
    expect(day().parse([raw])).toBe(raw === '2026-11-21' ? raw : undefined);
  },
);
