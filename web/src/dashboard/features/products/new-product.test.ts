import { expect, it } from 'vitest';
import { emptyDraft, missing, productOf } from './new-product.ts';
import { withAmount } from './prices.ts';

it('asks for a French name and a category, and for nothing else', () => {
  expect(missing(emptyDraft())).toEqual(['name', 'category']);
  expect(missing({ ...emptyDraft(), names: { fr: 'Savon', ar: '', en: '' }, categoryId: 'c' })).toEqual([]);
});

it('is sent hidden, with the names that there are and the usual tax', () => {
  const draft = {
    ...emptyDraft(),
    names: { fr: ' Savon ', ar: '', en: 'Soap' },
    categoryId: 'c',
    price: withAmount(emptyDraft().price, 'sale', 'ttc', '1190'),
  };
  expect(productOf(draft)).toMatchObject({ isActive: false, priceHt: 1000, tax: 19, brandId: '' });
  expect(productOf(draft)?.texts.map(({ language, name }) => `${language} ${name}`)).toEqual([
    'fr Savon',
    'en Soap',
  ]);
  expect(productOf({ ...draft, details: { ...draft.details, weight: 'x' } })).toBeNull();
});
