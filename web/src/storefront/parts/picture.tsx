/** A picture of the shop in the width that fits, its place in its own tone while it loads. */
import type { ImageSize } from '@/api/types.ts';

/**
 * How wide a picture stands, by where. The gateway writes the same into the page's first sight (`pages/parts.rs`): with other words a
 * browser would fetch a second file here.
 */
const SIZES = {
  card: '(min-width: 1024px) 240px, (min-width: 768px) 31vw, 46vw',
  product: '(min-width: 1024px) 600px, 100vw',
  hero: '(min-width: 1240px) 1240px, (min-width: 768px) 100vw, 92vw',
  deal: '(min-width: 768px) 50vw, 100vw',
  post: '(min-width: 1024px) 400px, (min-width: 768px) 50vw, 100vw',
  article: '(min-width: 768px) 760px, 100vw',
  thumbnail: '76px',
  screen: '100vw',
  enlarged: '250vw',
} as const;

interface PictureProps {
  readonly image: ImageSize | null | undefined;
  readonly slot: keyof typeof SIZES;
  readonly alt?: string;
  /**
   * `first` is the one that the page is judged by; it and the other `eager` ones of the first sight load at once, the rest when it
   * comes near.
   */
  readonly loading?: 'first' | 'eager' | 'lazy';
  readonly className?: string;
}

export function Picture({ image, slot, alt = '', loading = 'lazy', className }: PictureProps) {
  if (!image) return null;
  const { displayUrl, webpSrcset, tone, width, height } = image;
  // Whoever runs the app reads WebP (docs/ARCHITECTURE.md, "The oldest browsers"); `src` comes last, or Safari would fetch it too.
  return (
    <img
      className={className}
      style={tone ? { backgroundColor: tone } : undefined}
      width={width}
      height={height}
      alt={alt}
      loading={loading === 'lazy' ? 'lazy' : 'eager'}
      fetchPriority={loading === 'first' ? 'high' : undefined}
      decoding={loading === 'lazy' ? 'async' : undefined}
      sizes={webpSrcset ? SIZES[slot] : undefined}
      srcSet={webpSrcset || undefined}
      src={displayUrl}
    />
  );
}
