import type { Product } from '../../data/types.ts';

type Image = Product['images'][number];

/** The picture of one image in the size of the grid; any size where that one is missing. */
export function urlOf({ imagesIdsAndSizes: sizes }: Image): string | undefined {
  return (sizes.find(({ name }) => name === 'GRID_DISPLAY') ?? sizes[0])?.url;
}

/** The product's first picture. */
export function pictureOf({ images }: Product): string | undefined {
  const first = [...images].sort((a, b) => a.position - b.position)[0];
  return first && urlOf(first);
}
