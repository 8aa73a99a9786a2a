/** The product's pictures: one strip that snaps, swiped on a phone, led by thumbnails elsewhere; each opens over the whole screen. */
import { useEffect, useRef, useState } from 'react';
import type { ImageSize, ProductImage } from '@/api/types.ts';
import { count } from '@/i18n/format.ts';
import * as m from '@/i18n/paraglide.gen/messages.js';
import { lazyPart } from '@/lib/lazy-part.ts';
import { IconButton } from '@/ui/native/button.tsx';
import { Icon } from '@/ui/native/icon.tsx';
import { Overlay } from '../../parts/overlay.tsx';
import { Picture } from '../../parts/picture.tsx';
import { InTurn } from '../../parts/takeover.tsx';
import * as styles from './gallery.module.css';
import { useViewer } from './use-viewer.ts';

const Viewer = lazyPart(async () => (await import('./viewer.tsx')).Viewer);

interface GalleryProps {
  readonly images: readonly ProductImage[];
  /** Ids of the pictures that show the chosen combination; those come first. */
  readonly preferred: readonly string[];
  readonly name: string;
}

function sized(image: ProductImage, name: string): ImageSize | undefined {
  return image.imagesIdsAndSizes.find((size) => size.name === name) ?? image.imagesIdsAndSizes[0];
}

export function Gallery({ images, preferred, name }: GalleryProps) {
  const strip = useRef<HTMLDivElement>(null);
  const [current, setCurrent] = useState(0);
  const viewer = useViewer();
  const hasPictures = images.length > 0;
  const isPreferred = ({ id }: ProductImage) => preferred.includes(id);
  const shown = [...images.filter(isPreferred), ...images.filter((image) => !isPreferred(image))];
  const first = shown[0]?.id;
  const show = (index: number) => {
    setCurrent(index);
    strip.current?.children[index]?.scrollIntoView({ block: 'nearest', inline: 'start' });
  };
  const order = `${first} ${preferred.join(' ')}`;
  // biome-ignore lint/correctness/useExhaustiveDependencies: another combination's pictures begin at the first.
  useEffect(() => {
    setCurrent(0);
    if (strip.current) strip.current.scrollLeft = 0;
  }, [order]);
  const onScroll = () => {
    const box = strip.current;
    if (box && box.clientWidth > 0) setCurrent(Math.round(Math.abs(box.scrollLeft) / box.clientWidth));
  };
  return (
    <div className={styles.gallery}>
      {shown.length > 1 && (
        <div className={styles.thumbnails}>
          <InTurn>
            {shown.map((image, index) => (
              <button
                key={image.id}
                type="button"
                aria-label={m.sf_picture({ number: index + 1 })}
                aria-current={index === current}
                onClick={() => show(index)}
              >
                <Picture image={sized(image, 'SMALL_PRODUCT')} slot="thumbnail" />
              </button>
            ))}
          </InTurn>
        </div>
      )}
      <figure className={styles.main}>
        {/* biome-ignore lint/a11y/useKeyWithClickEvents: the button beside it is what the keyboard has for this. */}
        <section
          className={styles.slides}
          ref={strip}
          onScroll={onScroll}
          onPointerDown={hasPictures ? () => void Viewer.preload() : undefined}
          onClick={hasPictures ? viewer.open : undefined}
          aria-label={m.sf_pictures()}
          // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reachable by keyboard.
          tabIndex={0}
        >
          {shown.map((image, index) => (
            <Picture
              key={image.id}
              image={sized(image, 'PRODUCT_PAGE_LARGE')}
              slot="product"
              alt={image.alt || name}
              loading={index === 0 ? 'first' : 'lazy'}
            />
          ))}
        </section>
        {hasPictures && (
          <IconButton className={styles.enlarge} label={m.sf_enlarge()} onClick={viewer.open}>
            <Icon name="zoom" />
          </IconButton>
        )}
        {images.length > 1 && (
          <span className={`${styles.count} phone-only num`} aria-hidden="true">
            <bdi>
              {count(current + 1)} / {count(images.length)}
            </bdi>
          </span>
        )}
      </figure>
      <Overlay isOpen={viewer.isOpen && hasPictures} onClose={viewer.close}>
        {viewer.wasOpened && hasPictures && (
          <Viewer
            isOpen={viewer.isOpen}
            onClose={viewer.close}
            pictures={shown.map((image) => ({
              id: image.id,
              alt: image.alt || name,
              size: sized(image, 'PRODUCT_PAGE_LARGE'),
            }))}
            current={current}
            onShow={show}
          />
        )}
      </Overlay>
    </div>
  );
}
