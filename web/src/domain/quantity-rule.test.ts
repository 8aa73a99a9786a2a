import { describe, expect, it } from 'vitest';
import vectors from '../../../crates/kernel/vectors/quantity_rule.json';
import {
  ANY_QUANTITY,
  breachOf,
  fitting,
  mostOf,
  nextAbove,
  nextBelow,
  quantityOf,
  readRule,
  remedyOf,
  wrongOf,
} from './quantity-rule.ts';

const BY_SIX = { minimumQuantity: 12, maximumQuantity: 60, quantityStep: 6 };

describe('the vectors that the services run too', () => {
  it.each(vectors.check)(
    '$pieces by $minimum, $step, $maximum',
    ({ minimum, maximum, step, pieces, breach }) => {
      const rule = { minimumQuantity: minimum, maximumQuantity: maximum, quantityStep: step };
      expect(breachOf(rule, pieces) ?? null).toBe(breach);
    },
  );
  it.each(vectors.rule)('$minimum, $step, $maximum', ({ minimum, maximum, step, wrong }) => {
    const rule = { minimumQuantity: minimum, maximumQuantity: maximum, quantityStep: step };
    expect(wrongOf(rule)[0] ?? null).toBe(wrong);
  });
});

it.each([
  [0, 12],
  [11, 12],
  [14, 12],
  [15, 18],
  [18, 18],
  [59, 60],
  [500, 60],
])('fits %i to %i', (pieces, fits) => {
  expect(fitting(BY_SIX, pieces)).toBe(fits);
});

it('says what would put a quantity right, and nothing where it is', () => {
  expect([12, 1, 13, 90].map((pieces) => remedyOf(pieces, BY_SIX))).toEqual([undefined, 12, 12, 60]);
  expect([7, 999, 1001].map((pieces) => remedyOf(pieces))).toEqual([undefined, undefined, 999]);
});

it('goes from one number that can be ordered to the next', () => {
  expect([0, 12, 13, 54, 60, 80].map((pieces) => nextAbove(BY_SIX, pieces))).toEqual([
    12,
    18,
    18,
    60,
    undefined,
    undefined,
  ]);
  expect([12, 13, 18, 61, 80].map((pieces) => nextBelow(BY_SIX, pieces))).toEqual([
    undefined,
    12,
    12,
    60,
    60,
  ]);
  expect(nextAbove(ANY_QUANTITY, 999)).toBeUndefined();
  expect(nextAbove({ minimumQuantity: 998, quantityStep: 5 }, 998)).toBeUndefined();
});

it('takes what can be had of what is left', () => {
  expect([11, 12, 17, 30, 90].map((left) => mostOf(BY_SIX, left))).toEqual([undefined, 12, 12, 30, 60]);
});

it.each([
  ['', 1],
  ['0', 1],
  ['-3', 1],
  ['x', 1],
  ['2.5', 1],
  ['7', 7],
  [1_000, 999],
])('reads %s as %i where any number can be ordered', (typed, read) => {
  expect(quantityOf(typed)).toBe(read);
});

it('begins at the minimum where nothing was typed', () => {
  expect(['', 'x', '0', '20'].map((typed) => quantityOf(typed, BY_SIX))).toEqual([12, 12, 12, 18]);
});

it('keeps no rule that lets nothing be ordered', () => {
  expect(readRule(BY_SIX)).toEqual(BY_SIX);
  for (const kept of [undefined, null, 6, {}, { ...BY_SIX, quantityStep: 0 }])
    expect(readRule(kept)).toBeUndefined();
});
