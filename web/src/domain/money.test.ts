import { describe, expect, it } from 'vitest';
import vectors from '../../../crates/kernel/vectors/money.json';
import { centimes, fromDinars, share, sum, times, toDecimalText, toDinars, withTax } from './money.ts';

describe('the vectors that the services run too', () => {
  it.each(vectors.withTax)('$ht at $rate is $ttc with tax', ({ ht, rate, ttc }) => {
    expect(withTax(centimes(ht), rate)).toBe(ttc);
  });
  it.each(vectors.share)('$rate of $amount is $share', ({ amount, rate, share: expected }) => {
    expect(share(centimes(amount), rate)).toBe(expected);
  });
  it.each(vectors.dinars)('$centimes is written $text', ({ centimes: amount, text }) => {
    expect(toDecimalText(centimes(amount))).toBe(text);
  });
  it.each(vectors.lineTotal)('$quantity at $unit is $total', ({ unit, quantity, total }) => {
    expect(times(centimes(unit), quantity)).toBe(total);
  });
});

describe('amounts of the API', () => {
  it('survive the way through dinars', () => {
    for (const amount of [0, 1, 5, 99, 100, 552_000, 123_456, 1_999_999_999]) {
      expect(fromDinars(toDinars(centimes(amount)))).toBe(amount);
    }
  });
  it('refuse what no integer holds', () => {
    expect(() => fromDinars(Number.NaN)).toThrow(RangeError);
    expect(() => fromDinars(1e308)).toThrow(RangeError);
    expect(() => centimes(0.5)).toThrow(RangeError);
  });
  it('add up exactly where floats would not', () => {
    expect(sum([fromDinars(0.1), fromDinars(0.2)])).toBe(30);
  });
});
