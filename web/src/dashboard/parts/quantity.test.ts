import { expect, it } from 'vitest';
import { parseCount, parseQuantity } from './quantity.ts';

it.each([
  ['1', 1],
  [' 1 000 ', 1000],
  ['١٬٠٠٠', 1000],
  ['1000000', 1_000_000],
])('takes %j', (text, quantity) => {
  expect(parseQuantity(text)).toBe(quantity);
});

it.each(['', '0', '-3', '1,5', '1e3', '1000001', 'dix'])('refuses %j', (text) => {
  expect(parseQuantity(text)).toBeNull();
});

it.each([
  ['0', 0],
  [' 12\u202f000 ', 12_000],
  ['1000000000', 1_000_000_000],
])('takes a count of %j', (text, counted) => {
  expect(parseCount(text)).toBe(counted);
});

it.each(['', '-1', '1,5', '1e3', '1000000001', '99999999999', 'dix'])('refuses a count of %j', (text) => {
  expect(parseCount(text)).toBeNull();
});
