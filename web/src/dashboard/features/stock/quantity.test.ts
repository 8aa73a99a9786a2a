import { expect, it } from 'vitest';
import { parseQuantity } from './quantity.ts';

it.each([
  ['1', 1],
  [' 1 000 ', 1000],
  ['1000000', 1_000_000],
])('takes %j', (text, quantity) => {
  expect(parseQuantity(text)).toBe(quantity);
});

it.each(['', '0', '-3', '1,5', '1e3', '1000001', 'dix'])('refuses %j', (text) => {
  expect(parseQuantity(text)).toBeNull();
});
