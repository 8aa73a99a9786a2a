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

it.each<[Paper, number]>([
  ['slips', 12],
  ['labels', 6],
  ['picking', 4],
  ['handover', 6],
])('puts on %s the orders that it is still for, and tells the others', (paper, amount) => {
  const { shown, others } = onPaper(
    paper,
    STATUSES.map((status) => paperOrder({ status })),
  );
  expect(shown.map(({ status }) => status)).toEqual(STATUSES.slice(0, amount));
  expect(others.map(({ status }) => status)).toEqual(STATUSES.slice(amount));
});
