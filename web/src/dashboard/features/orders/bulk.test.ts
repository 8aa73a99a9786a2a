import { expect, it } from 'vitest';
import type { OrderRow } from '../../data/types.ts';
import { bulkSteps, mayActInBulk } from './bulk.ts';

const rows = ['confirmed', 'confirmed', 'shipped', 'attempted', 'placed'].map(
  (status, index) => ({ id: String(index), status }) as OrderRow,
);

it('offers each step with the orders that it moves, and counts the others', () => {
  const offered = bulkSteps(rows, () => true).map(({ step, rows, others }) => [
    step.name,
    rows.length,
    others,
  ]);
  expect(offered).toEqual([
    ['preparing', 2, 3],
    ['delivered', 2, 3],
  ]);
});

it('offers nothing that the person may not do', () => {
  expect(bulkSteps(rows, (permission) => permission === 'orders.deliver')).toHaveLength(1);
  expect(mayActInBulk((permission) => permission === 'orders.confirm')).toBe(false);
});
