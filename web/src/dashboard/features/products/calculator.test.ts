import { expect, it } from 'vitest';
import { totalOf } from './calculator.ts';
import { NO_PRICES, withAmount } from './prices.ts';

const price = withAmount(withAmount(NO_PRICES, 'sale', 'ht', '1 000'), 'wholesale', 'ttc', '99,99');

it.each([
  ['sale.ht', '3', 300_000],
  ['sale.ttc', '3', 357_000],
  ['wholesale.ttc', '7', 69_993],
  ['supply.ht', '12', 0],
  ['sale.ht', ' 1 ', 100_000],
  ['sale.ht', '١٢', 1_200_000],
  ['sale.ht', '', null],
  ['sale.ht', '0', null],
  ['sale.ht', '1,5', null],
  ['sale.ht', '1000001', null],
] as const)('%s times %j is %j centimes', (type, quantity, total) => {
  expect(totalOf(price, type, quantity)).toBe(total);
});

it('waits while the price can’t be read, and for what no number holds', () => {
  const wrong = { ...price, sale: { ht: '12,345', ttc: '999999999999' } };
  expect(totalOf(wrong, 'sale.ht', '2')).toBeNull();
  expect(totalOf(wrong, 'sale.ttc', '1000000')).toBeNull();
});
