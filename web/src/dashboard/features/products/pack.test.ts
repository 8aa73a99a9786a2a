import { expect, it } from 'vitest';
import { changedPart, MOST_PARTS, packOf, placeSent, readPack, withPart } from './pack.ts';

const pack = packOf({
  pack: [
    { productId: 'a', combinationId: 'red', quantity: 2 },
    { productId: 'b', combinationId: '', quantity: 1 },
  ],
});

it('reads back as it was told, in the order that it has', () => {
  expect(readPack(pack)).toEqual([
    { productId: 'a', combinationId: 'red', quantity: 2 },
    { productId: 'b', combinationId: '', quantity: 1 },
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
  expect(withPart(pack, 'c').at(-1)).toEqual({ productId: 'c', combinationId: '', quantity: '1' });
  const most = Array.from({ length: MOST_PARTS }, () => ({
    productId: 'a',
    combinationId: '',
    quantity: '1',
  }));
  expect(withPart(most, 'b')).toBe(most);
});
