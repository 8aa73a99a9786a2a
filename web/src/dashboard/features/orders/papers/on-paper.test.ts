import { expect, it } from 'vitest';
import { paperOrder } from './fixtures.ts';
import { onPaper } from './on-paper.ts';
import type { Paper } from './search.ts';

const STATUSES = [
  'placed',
  'unreachable',
  'confirmed',
  'preparing',
  'shipped',
  'attempted',
  'delivered',
  'settled',
  'returning',
  'returned',
  'lost',
  'cancelled',
];

it.each<[Paper, number, number]>([
  ['slips', 0, 12],
  ['labels', 0, 6],
  ['picking', 0, 4],
  ['handover', 2, 5],
])('puts on %s the orders that it is for, and tells the others', (paper, from, to) => {
  const { shown, others } = onPaper(
    paper,
    STATUSES.map((status) => paperOrder({ status })),
  );
  expect(shown.map(({ status }) => status)).toEqual(STATUSES.slice(from, to));
  expect(others.map(({ status }) => status)).toEqual([...STATUSES.slice(0, from), ...STATUSES.slice(to)]);
});
