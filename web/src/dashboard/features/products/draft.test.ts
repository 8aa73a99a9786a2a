import { describe, expect, it } from 'vitest';
import type { Product } from '../../data/types.ts';
import { rebased } from '../../recipe/form/editing.ts';
import { PRODUCT } from '../../testing/product.ts';
import {
  changedSections,
  changeOf,
  draftOf,
  missingTexts,
  type ProductDraft,
  sectionAt,
  WHOLE,
  withText,
} from './draft.ts';
import { withAmount } from './prices.ts';

const SHAPE = { draftOf, whole: WHOLE };
const text = { shortDescription: 'x', longDescription: '', seoTitle: 'x', seoDescription: 'x' };
const product: Product = {
  ...PRODUCT,
  version: 7,
  slug: 'rouge',
  priceHt: 1554.62,
  priceTtc: 1850,
  brandId: 'b',
  brandLineId: 'l',
  page: 'full',
  texts: [{ language: 'fr', name: 'Rouge', ...text }],
  tags: ['Mat'],
  details: { ...PRODUCT.details, sku: 'R-0', supplyPriceHt: 900, weight: 40 },
};

const withSale = (draft: ProductDraft, ht: string): ProductDraft => ({
  ...draft,
  price: withAmount(draft.price, 'sale', 'ht', ht),
});

describe('the product form', () => {
  it('has nothing to say at first', () => {
    expect(changedSections(product, draftOf(product))).toEqual([]);
  });
  it('sends what changed and the version that it read', () => {
    const draft = withSale({ ...draftOf(product), isActive: false }, '2 000,5');
    expect(changedSections(product, draft)).toEqual(['price', 'active']);
    expect(changeOf(product, draft)).toEqual({
      version: 7,
      isActive: false,
      priceHt: 2000.5,
      taxRate: 19,
      texts: [],
    });
  });
  it('sends in what numbers it is ordered as one, and nothing while that is no rule', () => {
    const draft = draftOf(product);
    const typed = { ...draft, selling: { ...draft.selling, minimumQuantity: '12', quantityStep: '6' } };
    expect(changedSections(product, typed)).toEqual(['selling']);
    expect(changeOf(product, typed)).toEqual({
      version: 7,
      quantityRule: { minimumQuantity: 12, maximumQuantity: null, quantityStep: 6 },
      texts: [],
    });
    const awaited = { ...draft, selling: { ...draft.selling, availableFrom: '2026-12-12' } };
    expect(changedSections(product, awaited)).toEqual(['selling']);
    expect(changeOf(product, awaited)).toEqual({ version: 7, availableFrom: '2026-12-12', texts: [] });
    const wrong = { ...typed, selling: { ...typed.selling, maximumQuantity: '6' } };
    expect(changeOf(product, wrong)).toBeNull();
    expect(sectionAt('selling.maximumQuantity')).toBe('selling');
  });
  it('sends what shoppers are not shown as one, and where it is filed by itself', () => {
    const draft = draftOf(product);
    const change = changeOf(product, {
      ...draft,
      brandId: '',
      brandLineId: '',
      isFeatured: true,
      isOnSale: true,
      price: { ...withAmount(draft.price, 'supply', 'ttc', '1190'), wholesaleMinimum: '24' },
      details: { ...draft.details, sku: ' R-9 ', length: '12' },
    });
    expect(change).toMatchObject({
      brandId: '',
      brandLineId: '',
      isFeatured: true,
      isOnSale: true,
      details: {
        ...product.details,
        sku: 'R-9',
        supplyPriceHt: 1000,
        length: 12,
        wholesaleMinOrderQuantity: 24,
      },
    });
    const { wholesaleMinOrderQuantity: _, ...details } = product.details;
    const older = { ...product, details } as typeof product;
    expect(changeOf(older, draftOf(older))).toEqual({ version: 7, texts: [] });
    expect(change).not.toHaveProperty('categoryId');
  });
  it('files it under a line of its brand', () => {
    const draft = { ...draftOf(product), brandLineId: 'm' };
    expect(changedSections(product, draft)).toEqual(['organisation']);
    expect(sectionAt('brandLineId')).toBe('organisation');
    expect(changeOf(product, draft)).toEqual({ version: 7, brandLineId: 'm', texts: [] });
  });
  it('sends tags whole and in their order, and lets somebody decide where both changed them', () => {
    const draft = { ...draftOf(product), tags: ['Cadeau', 'Mat'] };
    expect(changedSections(product, draft)).toEqual(['organisation']);
    expect(changeOf(product, draft)).toEqual({ version: 7, tags: ['Cadeau', 'Mat'], texts: [] });
    const editing = { read: product, draft, conflicts: [] };
    const { conflicts } = rebased(editing, { ...product, version: 8, tags: [] }, SHAPE);
    expect(conflicts).toEqual([{ path: 'tags', theirs: [] }]);
    expect(sectionAt('tags')).toBe('organisation');
  });
  it('gives it another address', () => {
    const draft = { ...draftOf(product), slug: ' rouge-mat ' };
    expect(changedSections(product, draft)).toEqual(['address']);
    expect(sectionAt('slug')).toBe('address');
    expect(changeOf(product, draft)).toEqual({ version: 7, slug: 'rouge-mat', texts: [] });
    expect(changedSections(product, { ...draft, slug: 'rouge ' })).toEqual([]);
  });
  it('shows it on another page', () => {
    const draft = { ...draftOf(product), page: 'minimal' };
    expect(changedSections(product, draft)).toEqual(['organisation']);
    expect(sectionAt('page')).toBe('organisation');
    expect(changeOf(product, draft)).toEqual({ version: 7, page: 'minimal', texts: [] });
  });
  it('sends the data sheet whole, and waits for a value that is missing', () => {
    const draft = { ...draftOf(product), sheet: { f: { yes_no: 'yes' } } };
    expect(changedSections(product, draft)).toEqual(['sheet']);
    expect(changeOf(product, draft)).toEqual({
      version: 7,
      features: [{ featureId: 'f', value: { yes: true } }],
      texts: [],
    });
    expect(changeOf(product, { ...draft, sheet: { f: { yes_no: '' } } })).toBeNull();
    expect(sectionAt('sheet.f.yes_no')).toBe('sheet');
  });
  it('sends what a pack holds whole, and lets somebody decide where both changed it', () => {
    const fixed = { combinationId: '', isChosen: false, choices: [] };
    const part = (productId: string, quantity: string) => ({ ...fixed, productId, quantity });
    const draft: ProductDraft = { ...draftOf(product), pack: [part('a', '2')] };
    expect(changedSections(product, draft)).toEqual(['pack']);
    expect(changeOf(product, draft)).toEqual({
      version: 7,
      pack: [{ ...fixed, productId: 'a', quantity: 2 }],
      texts: [],
    });
    expect(changeOf(product, { ...draft, pack: [part('a', '')] })).toBeNull();
    const theirs: Product = {
      ...product,
      version: 8,
      pack: [{ productId: 'b', combinationId: '', quantity: 1 }],
    };
    const { conflicts } = rebased({ read: product, draft, conflicts: [] }, theirs, SHAPE);
    expect(conflicts).toEqual([{ path: 'pack', theirs: [part('b', '1')] }]);
    expect(sectionAt('pack')).toBe('pack');
  });
  it('waits while an amount can’t be read', () => {
    expect(changeOf(product, withSale(draftOf(product), '12,345'))).toBeNull();
    const odd = { ...draftOf(product).details, weight: '1,5' };
    expect(changeOf(product, { ...draftOf(product), details: odd })).toBeNull();
  });
  it('keeps what was changed here over a newer product, and takes the rest from it', () => {
    const draft = withText(withSale(draftOf(product), '2000'), 'fr', 'name', 'Rouge mat');
    const latest: Product = {
      ...product,
      version: 8,
      isActive: false,
      priceHt: 1700,
      texts: [{ language: 'fr', name: 'Rouge', ...text, seoTitle: 'Rouge à lèvres' }],
    };
    const { draft: merged, conflicts } = rebased({ read: product, draft, conflicts: [] }, latest, SHAPE);
    expect(merged.texts.fr).toMatchObject({ name: 'Rouge mat', seoTitle: 'Rouge à lèvres' });
    expect(merged).toMatchObject({ isActive: false, price: { sale: { ht: '2000' } } });
    // Both changed the price: the one typed here stands until somebody decides.
    expect(conflicts.map(({ path }) => sectionAt(path))).toEqual(['price']);
    expect(changedSections(latest, merged)).toEqual(['fr', 'price']);
    expect(changeOf(latest, merged)?.version).toBe(8);
  });
  it('sends a long description, which a language may do without, and merges it by itself', () => {
    const html = '<p>Tient 9 heures</p>';
    const draft = withText(draftOf(product), 'fr', 'longDescription', html);
    expect(changedSections(product, draft)).toEqual(['fr']);
    expect(changeOf(product, draft)?.texts).toEqual([
      { language: 'fr', name: 'Rouge', ...text, longDescription: html },
    ]);
    expect(missingTexts(product, withText(draft, 'fr', 'longDescription', ''))).toEqual([]);
    const newer = (longDescription: string): Product => ({
      ...product,
      version: 8,
      texts: [{ language: 'fr', name: 'Rouge mat', ...text, longDescription }],
    });
    const editing = { read: product, draft, conflicts: [] };
    expect(rebased(editing, newer(''), SHAPE)).toMatchObject({
      draft: { texts: { fr: { name: 'Rouge mat', longDescription: html } } },
      conflicts: [],
    });
    expect(rebased(editing, newer('<p>Tient 6 heures</p>'), SHAPE).conflicts).toEqual([
      { path: 'texts.fr.longDescription', theirs: '<p>Tient 6 heures</p>' },
    ]);
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
