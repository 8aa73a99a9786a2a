import { expect, it } from 'vitest';
import { idsIn, MOST_ORDERS, papersOf, validatePapers } from './search.ts';

const id = (n: number) => `01a1fdf1-e03e-76e9-a51e-${String(n).padStart(12, '0')}`;

it('names orders in their order', () => {
  const orders = [{ id: id(2) }, { id: id(1) }];
  const search = papersOf(orders, 'labels');
  expect(validatePapers({ ...search })).toEqual(search);
  expect([search.paper, idsIn(search)]).toEqual(['labels', [id(2), id(1)]]);
});

it('leaves out what is no order, what is named twice and what is too much', () => {
  const ids = ['x', id(1), id(1), ...Array.from({ length: 300 }, (_, n) => id(n + 2))].join(',');
  const named = idsIn(validatePapers({ ids, paper: 'x' }));
  expect([named.length, named[0], named[1]]).toEqual([MOST_ORDERS, id(1), id(2)]);
  expect(validatePapers({ ids: ['a', 'b'] })).toEqual({ paper: 'slips', ids: '' });
});
