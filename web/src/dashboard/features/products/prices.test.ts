import { describe, expect, it } from 'vitest';
import { centimes, withTax } from '@/domain/money.ts';
import {
  marginOf,
  NO_PRICES,
  type PriceDraft,
  parseRate,
  readPrices,
  withAmount,
  withoutTax,
  withRate,
} from './prices.ts';

const plain = (text: string) => text.replace(/\s/g, '');

describe('the prices of a product', () => {
  it('recompute each other', () => {
    const sale = withAmount(NO_PRICES, 'sale', 'ttc', '1850,00');
    expect(plain(sale.sale.ht)).toBe('1554,62');
    const both = withAmount(withAmount(sale, 'sale', 'ht', '1000'), 'wholesale', 'ht', '800');
    expect([both.sale.ttc, both.wholesale.ttc].map(plain)).toEqual(['1190,00', '952,00']);
    const taxed = withRate(both, '9');
    expect([taxed.sale.ttc, taxed.wholesale.ttc].map(plain)).toEqual(['1090,00', '872,00']);
    expect(withRate(both, '').sale.ttc).toBe(withRate(both, '0').sale.ttc);
  });
  it('find a price before tax that is within a centime of the price with tax', () => {
    for (const ttc of [1, 99, 185_000, 123_457, 99_999_999]) {
      const back = withTax(withoutTax(centimes(ttc), 1900), 1900);
      expect(Math.abs(back - ttc)).toBeLessThanOrEqual(1);
    }
  });
  it('are no prices while one can’t be read', () => {
    expect(readPrices(withAmount(NO_PRICES, 'supply', 'ht', '12,345'))).toBeNull();
    expect(readPrices(withRate(NO_PRICES, '101'))).toBeNull();
    expect(parseRate('19,5')).toBe(1950);
    expect(parseRate('١٩٫٥')).toBe(1950);
  });
  it('say how many wholesalers order at least, or nothing', () => {
    const minimum = (wholesaleMinimum: string) =>
      readPrices({ ...NO_PRICES, wholesaleMinimum })?.wholesaleMinimum;
    expect(['', '24', '١٢', '1 000 000'].map(minimum)).toEqual([0, 24, 12, 1_000_000]);
    expect(['0', '1 000 001', '1,5', 'dix'].map(minimum)).toEqual([
      undefined,
      undefined,
      undefined,
      undefined,
    ]);
    const { wholesaleMinimum: _, ...older } = NO_PRICES;
    expect(readPrices(older as PriceDraft)?.wholesaleMinimum).toBe(0);
  });
  it('tell the margin once both are said', () => {
    const sale = withAmount(NO_PRICES, 'sale', 'ht', '1000');
    expect(marginOf(sale)).toBeNull();
    expect(marginOf(withAmount(sale, 'supply', 'ht', '590'))).toBe(41);
  });
});
