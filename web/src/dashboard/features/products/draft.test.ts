import { describe, expect, it } from 'vitest';
import { centimes, withTax } from '@/domain/money.ts';
import type { Product } from '../../data/types.ts';
import { rebased } from '../../recipe/form/editing.ts';
import {
  changedSections,
  changeOf,
  draftOf,
  missingTexts,
  parseRate,
  sectionAt,
  WHOLE,
  withoutTax,
  withPriceHt,
  withPriceTtc,
  withTaxRate,
  withText,
} from './draft.ts';

const SHAPE = { draftOf, whole: WHOLE };
const text = { shortDescription: 'x', longDescription: '', seoTitle: 'x', seoDescription: 'x' };
const product: Product = {
  id: 'p',
  version: 7,
  slug: 'rouge',
  isActive: true,
  isFeatured: false,
  priceHt: 1554.62,
  priceTtc: 1850,
  taxRate: 19,
  categoryId: 'c',
  brandId: 'b',
  texts: [{ language: 'fr', name: 'Rouge', ...text }],
  combinations: [
    {
      id: 'k',
      displayName: 'Grenade',
      sku: 'R-1',
      priceHt: 0,
      isDefault: true,
      isActive: true,
      imageIds: [],
    },
  ],
  images: [],
  tags: [],
};

describe('the product form', () => {
  it('has nothing to say at first', () => {
    expect(changedSections(product, draftOf(product))).toEqual([]);
  });
  it('recomputes the prices from one another', () => {
    const draft = withPriceTtc(draftOf(product), '1850,00');
    expect(draft.price.ht.replace(/\s/g, '')).toBe('1554,62');
    expect(withPriceHt(draft, '1000').price.ttc.replace(/\s/g, '')).toBe('1190,00');
    expect(withTaxRate(draft, '9').price.ttc.replace(/\s/g, '')).toBe('1694,54');
    expect(withTaxRate(draft, '').price.ttc).toBe(draft.price.ht);
  });
  it('finds a price before tax that is within a centime of the price with tax', () => {
    for (const ttc of [1, 99, 185_000, 123_457, 99_999_999]) {
      const back = withTax(withoutTax(centimes(ttc), 1900), 1900);
      expect(Math.abs(back - ttc)).toBeLessThanOrEqual(1);
    }
  });
  it('sends what changed and the version that it read', () => {
    const draft = withPriceHt({ ...draftOf(product), isActive: false }, '2 000,5');
    expect(changedSections(product, draft)).toEqual(['price', 'active']);
    expect(changeOf(product, draft)).toEqual({
      version: 7,
      isActive: false,
      priceHt: 2000.5,
      taxRate: 19,
      texts: [],
      combinationPrices: [],
    });
  });
  it('waits while an amount can’t be read', () => {
    expect(changeOf(product, withPriceHt(draftOf(product), '12,345'))).toBeNull();
    expect(parseRate('101')).toBeNull();
    expect(parseRate('19,5')).toBe(1950);
  });
  it('keeps what was changed here over a newer product, and takes the rest from it', () => {
    const draft = withText(withPriceHt(draftOf(product), '2000'), 'fr', 'name', 'Rouge mat');
    const latest: Product = {
      ...product,
      version: 8,
      isActive: false,
      priceHt: 1700,
      texts: [{ language: 'fr', name: 'Rouge', ...text, seoTitle: 'Rouge à lèvres' }],
    };
    const { draft: merged, conflicts } = rebased({ read: product, draft, conflicts: [] }, latest, SHAPE);
    expect(merged.texts.fr).toMatchObject({ name: 'Rouge mat', seoTitle: 'Rouge à lèvres' });
    expect(merged).toMatchObject({ isActive: false, price: { ht: '2000' } });
    // Both changed the price: the one typed here stands until somebody decides.
    expect(conflicts.map(({ path }) => sectionAt(path))).toEqual(['price']);
    expect(changedSections(latest, merged)).toEqual(['fr', 'price']);
    expect(changeOf(latest, merged)?.version).toBe(8);
  });
  it('names the empty fields of a changed language only', () => {
    const draft = withText(draftOf(product), 'en', 'name', 'Lipstick');
    expect(missingTexts(product, draft).map(({ language, field }) => `${language}.${field}`)).toEqual([
      'en.shortDescription',
      'en.seoTitle',
      'en.seoDescription',
    ]);
  });
});
