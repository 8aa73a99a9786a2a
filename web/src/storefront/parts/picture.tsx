/** A picture of the shop in the size that fits, with its place kept while it loads. */
import type { ImageSize } from '@/api/types.ts';

interface PictureProps {
  readonly image: ImageSize | null | undefined;
  readonly alt?: string;
  /** The first pictures of a page load at once, the others when they come near. */
  readonly eager?: boolean;
  readonly className?: string;
}

export function Picture({ image, alt = '', eager, className }: PictureProps) {
  if (!image) return null;
  return (
    <img
      className={className}
      src={image.displayUrl}
      width={image.width}
      height={image.height}
      alt={alt}
      loading={eager ? 'eager' : 'lazy'}
      decoding="async"
    />
  );
}
