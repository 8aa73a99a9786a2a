import { expect, it } from 'vitest';
import { inOrder } from '../../parts/picture.ts';
import { inChosenOrder, movedTo } from './picture.ts';

it('moves one picture and keeps the order of the others', () => {
  expect(movedTo(['a', 'b', 'c'], 'c', 0)).toEqual(['c', 'a', 'b']);
  expect(movedTo(['a', 'b', 'c'], 'a', 2)).toEqual(['b', 'c', 'a']);
  expect(movedTo(['a', 'b', 'c'], 'b', 1)).toBeNull();
  expect(movedTo(['a', 'b'], 'a', -1)).toBeNull();
  expect(movedTo(['a', 'b'], 'b', 2)).toBeNull();
});

it('shows a new order before the shop has answered, with what came meanwhile at the end', () => {
  const images = ['a', 'b', 'c'].map((id, position) => ({ id, position, imagesIdsAndSizes: [] }));
  expect(inOrder(images, ['b', 'a']).map(({ id }) => id)).toEqual(['b', 'a', 'c']);
});

it('puts pictures that were chosen together in the order of the choice, behind the others', () => {
  const images = ['old', 'c', 'a', 'b'].map((id, position) => ({ id, position, imagesIdsAndSizes: [] }));
  expect(inChosenOrder(images, ['a', 'b', 'c'])).toEqual(['old', 'a', 'b', 'c']);
  expect(inChosenOrder(images, ['c', 'a', 'b'])).toBeNull();
  expect(inChosenOrder(images, ['b', 'gone'])).toBeNull();
});
