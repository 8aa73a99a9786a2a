import { describe, expect, it } from 'vitest';
import { centimes } from '@/domain/money.ts';
import { moneyText, parseMoney } from './money-text.ts';

describe('parseMoney', () => {
  it.each([
    ['1234,5', 123450],
    ['1 234,50', 123450],
    ['1\u202f234.5', 123450],
    ['0', 0],
    ['7,', 700],
    ['1.234,50', 123450],
    ['1,234.5', 123450],
    ['1.234.567,89', 123456789],
    ['١٬٢٣٤٫٥', 123450],
    ['۱۲', 1200],
    ['١٢،٥٠', 1250],
  ])('reads %s', (text, amount) => {
    expect(parseMoney(text)).toBe(amount);
  });
  it.each(['', '-1', '1,234', '7.000', 'abc', '1e5', 'NaN', ',50', '1234567890123'])('refuses %j', (text) => {
    expect(parseMoney(text)).toBeNull();
  });
  it.each(['1.234.50', '1.23,50', '1.234,567', '1234.567,89', '1.234.567.890.123,00'])(
    'refuses %j, of which nobody knows what is grouped',
    (text) => {
      expect(parseMoney(text)).toBeNull();
    },
  );
});

describe('moneyText', () => {
  it('groups thousands and pads to two decimals', () => {
    expect(moneyText(centimes(123456789))).toBe('1\u202f234\u202f567,89');
    expect(moneyText(centimes(5))).toBe('0,05');
  });
  it('reads back as the same amount', () => {
    for (const amount of [0, 1, 10, 99, 100, 155462, 99999999999]) {
      expect(parseMoney(moneyText(centimes(amount)))).toBe(amount);
    }
  });
});
