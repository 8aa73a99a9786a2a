import { describe, expect, it } from 'vitest';
import vectors from '../../../crates/pricing/vectors/packs.json';
import { centimes, toDinars } from './money.ts';
import {
  apartPrice,
  choiceAttributes,
  choiceIds,
  chosenBy,
  chosenOf,
  isPickGone,
  type Off,
  type Pack,
  packPrice,
  packShownPrice,
  shownAfter,
} from './pack.ts';

/** The vectors count in centimes and in hundredths of a percent, the shop's answers in dinars and percent. */
function off(ruleType: string, value: number): Off {
  return { ruleType: ruleType as Off['ruleType'], value: toDinars(centimes(value)) };
}

describe('the vectors that the services run too', () => {
  it.each(vectors.packPrice)(
    '$parts less $value ($ruleType) is $price',
    ({ parts, ruleType, value, price }) => {
      const counted = parts.map(([one = 0, pieces = 0]) => [centimes(one), pieces] as const);
      expect(packPrice(counted, off(ruleType, value))).toBe(price);
    },
  );
  it.each(vectors.shownPackPrice)('$is', ({ base, promotions, taxRate, basis, before, after }) => {
    const offs = promotions.map(([ruleType, value]) => off(String(ruleType), Number(value)));
    const shown = shownAfter(centimes(base), offs, taxRate, basis);
    expect(shown).toEqual(after === null ? { now: before, before: undefined } : { now: after, before });
  });
});

const one = (id: string, value: string, available = true, isDefault = false) => ({
  id,
  isDefault,
  available,
  values: [{ type: 'scent', type_label: 'Parfum', value }],
});
const soap = {
  name: 'Savon',
  quantity: 1,
  combinations: [one('mint', 'Menthe'), one('rose', 'Rose', true, true), one('gone', 'Figue', false)],
};
const candle = { name: 'Bougie', quantity: 2, combinations: [] };
const pack: Pack<ReturnType<typeof one>> = {
  priceHt: 90,
  priceBasis: 'ht',
  productsInPackSerialized: [soap, candle, soap],
  packPriceRead: {
    discount: { ruleType: 'percentage', value: 10 },
    promotions: [{ ruleType: 'amount', value: 5 }],
    taxRate: 19,
    parts: [
      { priceHt: 10, choices: [20, 10, 10] },
      { priceHt: 40, choices: [] },
      { priceHt: 10, choices: [20, 10, 10] },
    ],
  },
};

describe('what is chosen', () => {
  it('is the default first, then what was picked, each part for itself', () => {
    expect(choiceIds(chosenOf(pack, []))).toEqual(['rose', 'rose']);
    expect(choiceIds(chosenOf(pack, [undefined, 'mint', 'mint']))).toEqual(['rose', 'mint']);
  });
  it('is told apart from what went away', () => {
    expect(isPickGone(pack, [undefined, 'x', 'mint'])).toBe(false);
    expect(isPickGone(pack, ['mint', undefined, 'x'])).toBe(true);
  });
  it('costs what its parts cost, less the discount and the promotion', () => {
    expect(packShownPrice(pack, chosenOf(pack, []))).toEqual({ now: 8500, before: 9000 });
    expect(packShownPrice(pack, chosenOf(pack, ['mint']))).toEqual({ now: 9400, before: 9900 });
    const own = { ...pack, packPriceRead: null };
    expect(packShownPrice(own, chosenOf(own, ['mint']))).toEqual({ now: 9000, before: undefined });
  });
  it('costs more apart, where the shop says how much and reduces no part by itself', () => {
    expect(apartPrice(pack, chosenOf(pack, ['mint']))).toBe(11_000);
    expect(apartPrice({ ...pack, priceBasis: 'ttc' }, chosenOf(pack, ['mint']))).toBe(13_090);
    expect(apartPrice({ ...pack, packPriceRead: null }, chosenOf(pack, []))).toBeUndefined();
    const reduced = {
      ...pack,
      productsInPackSerialized: [soap, { ...candle, combination: { priceAfterPromotion: 30 } }, soap],
    };
    expect(apartPrice(reduced, chosenOf(reduced, []))).toBeUndefined();
    const [mint, ...others] = chosenOf(pack, ['mint']);
    expect(apartPrice(pack, [mint && { ...mint, priceAfterPromotion: 15 }, ...others])).toBeUndefined();
  });
  it('is said part by part', () => {
    const said = choiceAttributes(pack, chosenOf(pack, ['mint']));
    expect(said).toEqual({ Savon: 'Menthe', 'Savon (2)': 'Rose' });
  });
  it('is found again from a cart line, and is none once the pack is another', () => {
    expect(chosenBy(pack, ['mint', 'rose'])?.map((it) => it?.id)).toEqual(['mint', undefined, 'rose']);
    for (const wrong of [[], ['mint'], ['mint', 'x'], ['mint', 'rose', 'rose']]) {
      expect(chosenBy(pack, wrong)).toBeNull();
    }
    expect(chosenBy({ ...pack, productsInPackSerialized: [candle] }, [])).toEqual([undefined]);
  });
});
