import { expect, it } from 'vitest';
import { PRODUCT } from '../../testing/product.ts';
import {
  changedPart,
  inMode,
  MOST_PARTS,
  modeOf,
  packOf,
  packPriceOf,
  placeSent,
  readPack,
  readPackPrice,
  sumOf,
  withChoice,
  withPart,
} from './pack.ts';

const FIXED = { isChosen: false, choices: [] };

const pack = packOf({
  pack: [
    { productId: 'a', combinationId: 'red', quantity: 2 },
    { productId: 'b', combinationId: '', quantity: 1 },
  ],
});

it('reads back as it was told, in the order that it has', () => {
  expect(readPack(pack)).toEqual([
    { productId: 'a', combinationId: 'red', quantity: 2, ...FIXED },
    { productId: 'b', combinationId: '', quantity: 1, ...FIXED },
  ]);
});

it('knows of each part where it stood when it was sent', () => {
  const sent = [...(readPack(pack) ?? []), { productId: 'b', combinationId: '', quantity: 3 }];
  const now = [...pack.slice(1), ...withPart(pack, 'c').slice(2), ...pack, ...pack.slice(1)];
  expect(now.map((_, at) => placeSent(now, at, sent))).toEqual([1, -1, 0, 2, -1]);
  expect(placeSent(changedPart(pack, 0, { combinationId: 'blue' }), 0, sent)).toBe(-1);
});

it.each(['', '0', '1000', '1,5', '-1', 'x'])('waits while a quantity is %j', (quantity) => {
  expect(readPack(changedPart(pack, 1, { quantity }))).toBeNull();
});

it('takes one piece of another product, and no more than the shop does', () => {
  expect(withPart(pack, 'c').at(-1)).toEqual({ productId: 'c', combinationId: '', quantity: '1', ...FIXED });
  const most = Array.from({ length: MOST_PARTS }, () => ({
    productId: 'a',
    combinationId: '',
    quantity: '1',
    ...FIXED,
  }));
  expect(withPart(most, 'b')).toBe(most);
});

const combination = (id: string, priceHt = 0, isDefault = false, isActive = true) => ({
  id,
  displayName: id,
  options: [],
  sku: '',
  barcode: '',
  priceHt,
  isDefault,
  isActive,
  imageIds: [],
});
const shelf = new Map([
  [
    'a',
    {
      ...PRODUCT,
      id: 'a',
      priceHt: 100,
      combinations: [combination('red', 250), combination('blue', 0, true)],
    },
  ],
  ['b', { ...PRODUCT, id: 'b', priceHt: 40 }],
]);

it('changes between what is always the same and what the customer chooses', () => {
  const combinationsOf = (id: string) => shelf.get(id)?.combinations ?? [];
  const flexible = inMode(pack, 'flexible', combinationsOf);
  expect([modeOf(pack), modeOf(flexible)]).toEqual(['strict', 'flexible']);
  expect(readPack(flexible)?.[0]).toEqual({
    productId: 'a',
    combinationId: '',
    quantity: 2,
    isChosen: true,
    choices: [],
  });
  const strict = inMode(flexible, 'strict', combinationsOf);
  expect(strict.map(({ combinationId }) => combinationId)).toEqual(['blue', '']);
});

it('tells all choices as none, and keeps the last one', () => {
  const offered = ['red', 'blue', 'green'];
  expect(withChoice([], 'red', offered)).toEqual(['blue', 'green']);
  expect(withChoice(['blue', 'green'], 'red', offered)).toEqual([]);
  expect(withChoice(['blue'], 'blue', offered)).toEqual(['blue']);
});

it('adds up what is chosen first, and takes the discount off once', () => {
  const productOf = (id: string) => shelf.get(id);
  const off = { kind: 'sum', ruleType: 'percentage', value: '12,5' } as const;
  expect(sumOf(pack, off, productOf)).toEqual({ sum: 54_000, price: 47_250 });
  const flexible = inMode(pack, 'flexible', (id) => shelf.get(id)?.combinations ?? []);
  expect(sumOf(flexible, { ...off, ruleType: 'amount', value: '50' }, productOf)?.price).toBe(19_000);
  expect(sumOf(withPart(pack, 'unknown'), off, productOf)).toBeNull();
});

it('reads a discount as it was told, and waits while it is none', () => {
  const told = { kind: 'sum', ruleType: 'percentage', value: 12.5 };
  expect(packPriceOf({ packPrice: told })).toEqual({ kind: 'sum', ruleType: 'percentage', value: '12,5' });
  expect(readPackPrice(packPriceOf({ packPrice: told }))).toEqual(told);
  expect(readPackPrice({ kind: 'sum', ruleType: 'percentage', value: '101' })).toBeNull();
  expect(readPackPrice(packPriceOf({ packPrice: null }))?.kind).toBe('own');
});
