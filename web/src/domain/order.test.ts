import { expect, it } from 'vitest';
import { movedTo } from './order.ts';

it('puts one elsewhere and leaves the others as they follow', () => {
  const list = ['a', 'b', 'c'];
  expect(movedTo(list, 0, 2)).toEqual(['b', 'c', 'a']);
  expect(movedTo(list, 2, 0)).toEqual(['c', 'a', 'b']);
  expect([movedTo(list, 0, -1), movedTo(list, 2, 3), movedTo(list, 1, 1)]).toEqual([null, null, null]);
});
