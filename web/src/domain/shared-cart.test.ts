import { describe, expect, it } from 'vitest';
import type { CartLine } from './cart.ts';
import { MAX_QUANTITY } from './quantity-rule.ts';
import { MOST_SHARED, readShared, sharedFragment } from './shared-cart.ts';

const id = (last: string) => `01a1fdf1-e03e-76e9-a51e-00000000000${last}`;
const line = (slug: string, more: Partial<CartLine> = {}): CartLine => ({
  productId: slug,
  combinationId: null,
  unitPrice: 5520,
  quantity: 1,
  name: 'Ambre',
  image: '/a.jpg',
  attributes: { size: '50 ml' },
  link: `/catalog/product/parfums/${slug}`,
  ...more,
});

describe('a cart in an address', () => {
  it('says the goods, their combinations, choices and pieces, and nothing else', () => {
    const lines = [
      line('ambre-de-tassili', { combinationId: id('1'), quantity: 2 }),
      line('كريم-التين'),
      line('coffret', { choices: [id('2'), id('3')], quantity: 3 }),
    ];
    const fragment = sharedFragment(lines) ?? '';
    expect(readShared(`#${fragment}`)).toEqual([
      { slug: 'ambre-de-tassili', quantity: 2, combinationId: id('1') },
      { slug: 'كريم-التين', quantity: 1, combinationId: null },
      { slug: 'coffret', quantity: 3, combinationId: null, choices: [id('2'), id('3')] },
    ]);
    expect(fragment).not.toContain('5520');
    expect(fragment).not.toContain('Ambre');
  });

  it('is bounded: no address of an empty cart or of a very long one', () => {
    const many = Array.from({ length: MOST_SHARED + 1 }, (_, at) => line(`p${at}`));
    expect(sharedFragment([])).toBeUndefined();
    expect(sharedFragment(many)).toBeUndefined();
    expect(readShared(sharedFragment(many.slice(1)) ?? '')).toHaveLength(MOST_SHARED);
    const choices = Array.from({ length: 20 }, () => id('4'));
    expect(sharedFragment(many.slice(1).map((one) => ({ ...one, choices })))).toBeUndefined();
    const long = many.map(({ productId }) => `cart=${productId}.1`).join('&');
    expect(readShared(long)).toHaveLength(MOST_SHARED);
    expect(readShared(`cart=a.1&x=${'y'.repeat(5_000)}`)).toEqual([]);
  });

  it.each([
    ['', []],
    ['#main', []],
    ['#cart=', []],
    ['#cart=../admin.1', []],
    ['#cart=<b>.1', []],
    ['#cart=savon.1.no-id', []],
    [`#cart=savon.1..${Array.from({ length: 21 }, () => id('1')).join('.')}`, []],
    ['#cart=savon', [{ slug: 'savon', quantity: 1, combinationId: null }]],
    ['#cart=savon.-4', [{ slug: 'savon', quantity: 1, combinationId: null }]],
    ['#cart=savon.1e9', [{ slug: 'savon', quantity: MAX_QUANTITY, combinationId: null }]],
    ['#cart=savon.2&cart=savon.3', [{ slug: 'savon', quantity: 5, combinationId: null }]],
  ])('reads %s and trusts nothing of it', (fragment, items) => {
    expect(readShared(fragment)).toEqual(items);
  });
});
