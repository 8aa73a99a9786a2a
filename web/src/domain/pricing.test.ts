import { expect, it } from 'vitest';
import { centimes } from './money.ts';
import { deliveryPrice, linesTotal, orderTotal, percentReduced, shownPrice } from './pricing.ts';

it('strikes the base price under a promotion', () => {
  const price = shownPrice({ priceHt: 6900, productPriceAfterPromotion: 5520 });
  expect(price).toEqual({ now: 552_000, before: 690_000 });
  expect(percentReduced(price)).toBe(20);
  expect(shownPrice({ priceHt: 3600, priceAfterPromotion: 2880 })).toEqual({ now: 288_000, before: 360_000 });
  expect(percentReduced(shownPrice({ priceHt: 100, productPriceAfterPromotion: null }))).toBe(0);
});

it('delivers for nothing from the amount on that the way of delivering says', () => {
  const offer = { price: 400, freeFrom: 5_000 };
  const amounts = [499_999, 500_000, 500_001].map((goods) => deliveryPrice(offer, centimes(goods)));
  expect(amounts).toEqual([40_000, 0, 0]);
  expect(deliveryPrice({ price: 400, freeFrom: null }, centimes(10_000_000))).toBe(40_000);
});

it('totals lines and delivery', () => {
  const lines = [
    { unitPrice: 5520, quantity: 2 },
    { unitPrice: 1234.5, quantity: 1 },
  ];
  expect(linesTotal(lines)).toBe(1_227_450);
  expect(orderTotal(lines, centimes(50_000))).toBe(1_277_450);
  expect(orderTotal(lines, undefined)).toBe(1_227_450);
});
