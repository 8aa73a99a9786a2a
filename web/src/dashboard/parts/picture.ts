/** The pictures of a product: how they stand, and where their files are. */
import type { Product } from '../data/types.ts';

export type Image = Product['images'][number];

/** The picture of one image in the size of the grid; any size where that one is missing. */
export function urlOf({ imagesIdsAndSizes: sizes }: Image): string | undefined {
  return (sizes.find(({ name }) => name === 'GRID_DISPLAY') ?? sizes[0])?.url;
}

/** The pictures as they stand, those of `first` before all others. */
export function inOrder(images: readonly Image[], first: readonly string[]): readonly Image[] {
  const place = ({ id, position }: Image) =>
    first.includes(id) ? first.indexOf(id) : first.length + position;
  return [...images].sort((a, b) => place(a) - place(b));
}
