import { expect, it } from 'vitest';
import { PRODUCT } from '../../testing/product.ts';
import { examplesOf, isSellingTold, readRule, sellingOf, wrongNumbers } from './selling.ts';

const rule = { minimumQuantity: 12, maximumQuantity: 60, quantityStep: 6 };
const draft = { minimumQuantity: '12', maximumQuantity: '60', quantityStep: '6', availableFrom: '' };

it('comes back as it was', () => {
  expect(sellingOf({ ...PRODUCT, quantityRule: rule })).toEqual(draft);
  expect(readRule(draft)).toEqual(rule);
  expect(readRule(sellingOf(PRODUCT))).toEqual(PRODUCT.quantityRule);
});

it('reads Arabic digits, and what is left out as any number', () => {
  expect(readRule({ ...draft, minimumQuantity: '١٢', maximumQuantity: ' ', quantityStep: '' })).toEqual({
    minimumQuantity: 12,
    maximumQuantity: null,
    quantityStep: 1,
  });
});

it.each([
  [{ ...draft, minimumQuantity: '0' }, ['minimumQuantity']],
  [{ ...draft, maximumQuantity: '11' }, ['maximumQuantity']],
  [{ ...draft, maximumQuantity: '1000', quantityStep: 'x' }, ['maximumQuantity', 'quantityStep']],
  [{ ...draft, quantityStep: '-6' }, ['quantityStep']],
])('names what is wrong of %j', (typed, fields) => {
  expect(wrongNumbers(typed)).toEqual(fields);
  expect(readRule(typed)).toBeNull();
});

it('is nothing to ask where a gateway of the release before tells nothing of it', () => {
  const { quantityRule, availableFrom, ...before } = PRODUCT;
  expect(isSellingTold(PRODUCT)).toBe(true);
  expect(isSellingTold(before as typeof PRODUCT)).toBe(false);
  expect(sellingOf(before)).toEqual(sellingOf(PRODUCT));
});

it('shows what can be ordered', () => {
  expect(examplesOf(PRODUCT.quantityRule)).toBeNull();
  expect(examplesOf(rule)).toEqual({ numbers: [12, 18, 24, 30], more: true });
  expect(examplesOf({ ...rule, maximumQuantity: 18 })).toEqual({ numbers: [12, 18], more: false });
});
