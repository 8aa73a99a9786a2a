import { describe, expect, it } from 'vitest';
import type { Collection } from '../../data/types.ts';
import { bodyOf, daysOf, draftOf, isBelow, isEmpty, NEW_COLLECTION, ruleOf } from './draft.ts';

const collection: Collection = {
  ...NEW_COLLECTION,
  id: 'c',
  version: 3,
  name: { fr: 'Cadeaux', ar: 'هدايا', en: '' },
  slug: 'cadeaux',
  picture: '/media/shop/a-480.webp',
  about: { fr: 'À offrir', ar: '', en: '' },
  seoTitle: { fr: 'Idées', ar: '', en: '' },
  seoDescription: { fr: 'Des cadeaux', ar: '', en: '' },
  position: 2,
  products: [
    { id: 'one', name: 'Ambre', isActive: true },
    { id: 'two', name: 'Oud', isActive: false },
  ],
};
const { rule: noRule } = draftOf(NEW_COLLECTION);

it('sends the collection whole, onto the version that was read, with the picture that it has', () => {
  const draft = { ...draftOf(collection), slug: ' idees ', position: ' 7 ', isActive: false };
  expect(bodyOf(collection, draft)).toEqual({
    version: 3,
    name: collection.name,
    slug: 'idees',
    isActive: false,
    picture: '/media/shop/a-480.webp',
    about: collection.about,
    seoTitle: collection.seoTitle,
    seoDescription: collection.seoDescription,
    position: 7,
    rule: null,
    products: ['one', 'two'],
  });
});

it('sends a rule as it was read, and no product with it', () => {
  const rule = {
    categories: ['x'],
    brands: ['y'],
    tags: ['été', 'صيف'],
    priceFrom: 0,
    priceTo: 2_500.5,
    newWithinDays: 30,
    isFeatured: true,
    isOnPromotion: true,
  };
  const ruled = { ...collection, rule, products: [] };
  expect(bodyOf(ruled, draftOf(ruled))).toMatchObject({ rule, products: [] });
  const changed = { ...draftOf(collection), isRuled: true, rule: draftOf(ruled).rule };
  expect(bodyOf(collection, changed)).toMatchObject({ rule, products: [] });
});

it('sends nothing without a French name, a position, or a condition of the rule', () => {
  const nameless = { name: { fr: ' ', ar: 'x', en: 'x' } };
  for (const wrong of [nameless, { position: '-1' }, { isRuled: true }]) {
    expect(bodyOf(collection, { ...draftOf(collection), ...wrong })).toBeNull();
  }
});

describe('a rule that is typed', () => {
  it('has tags between commas of both scripts', () => {
    expect(ruleOf({ ...noRule, tags: ' été ,صيف، , bain ' })?.tags).toEqual(['été', 'صيف', 'bain']);
    expect(isEmpty({ ...noRule, tags: ' ,، ' })).toBe(true);
  });
  it('is none while a number can’t be read', () => {
    const wrong = [{ priceFrom: 'x' }, { newWithinDays: '0' }, { newWithinDays: '3651' }];
    for (const typed of wrong) expect(ruleOf({ ...noRule, isFeatured: true, ...typed })).toBeNull();
    const backwards = { ...noRule, priceFrom: '200', priceTo: '100' };
    expect([isBelow(backwards), ruleOf(backwards)]).toEqual([true, null]);
    expect(['', ' 30 ', '1,5', '-1'].map(daysOf)).toEqual([0, 30, null, null]);
  });
});
