import { expect, it } from 'vitest';
import type { Product, ProductRow } from '../../../data/types.ts';
import { draftOfThing } from './thing.ts';

const image = (id: string, position: number) => ({
  id,
  position,
  imagesIdsAndSizes: [{ url: `/${id}.jpg` }],
});
const combination = (id: string, imageIds: string[]) => ({ id, imageIds, displayName: id, sku: '' });
const among = [combination('green', ['g2', 'g1']), combination('red', [])];
const product = {
  id: 'soap',
  pack: [],
  combinations: among,
  details: { sku: '' },
  images: [image('g2', 2), image('first', 0), image('g1', 1)],
} as unknown as Product;
const thing = {
  row: { name: 'Savon', image: '/first.jpg' } as ProductRow,
  product,
  choosings: [{ product: 'soap', part: '', among: product.combinations }],
};

it.each([
  ['of its own', 'green', '/g1.jpg'],
  ['of its product where it has none', 'red', '/first.jpg'],
])('shows a combination with the picture %s', (_, id, url) => {
  expect(draftOfThing(thing, [id]).image).toBe(url);
});
