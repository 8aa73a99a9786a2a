import { expect, it } from 'vitest';
import { orderNumber } from './order-number.ts';

it.each([
  'A-10153',
  'a-10153',
  'A10153',
  'a 10153',
  'A - 10153',
  '#A-10153',
  'A–10153',
  ' 10153 ',
  'A-10 153',
  'A-١٠١٥٣',
  'A-۱۰۱۵۳',
  '\u200fA-10153',
  'A-010153',
])('%j is an order’s number', (typed) => {
  expect(orderNumber(typed)).toBe('A-10153');
});

it.each(['', 'A-', 'B-10153', 'AA10153', '10153-A', 'A-1015399999999999999'])('%j is none', (typed) => {
  expect(orderNumber(typed)).toBeUndefined();
});
