/** The picture of a cart line: that of its combination, else the product's first; small, as lines show it. */
import type { Combination, ProductImage } from '@/api/types.ts';

export function linePicture(
  images: readonly ProductImage[],
  combination: Pick<Combination, 'images'> | undefined,
): string | undefined {
  const shown = images.find(({ id }) => combination?.images.includes(id)) ?? images[0];
  return shown?.imagesIdsAndSizes.find(({ name }) => name === 'SMALL_PRODUCT')?.displayUrl;
}
