import { ChevronLeft, ChevronRight, Star, Trash2 } from 'lucide-react';
import { type KeyboardEvent, useState } from 'react';
import { count } from '@/i18n/format.ts';
import { m } from '@/i18n/paraglide.gen/messages.js';
import * as buttonStyles from '@/ui/rich/button.module.css';
import { Question } from '@/ui/rich/question.tsx';
import type { Product } from '../../data/types.ts';
import { useSingle } from '../../data/use-single.ts';
import { urlOf } from '../../parts/picture.ts';
import { PictureCombinations } from './picture-combinations.tsx';
import * as styles from './picture-tile.module.css';
import type { usePictures } from './use-pictures.ts';

interface PictureTileProps {
  product: Product;
  image: Product['images'][number];
  /** Its place, from 0. */
  at: number;
  isLast: boolean;
  mayWrite: boolean;
  pictures: ReturnType<typeof usePictures>;
  onMove: (to: number) => void;
  /** It is dragged, or no longer. */
  onDrag: (id: string | null) => void;
  /** Another one was dropped here. */
  onDropped: () => void;
}

/** One picture with its star, its place and what it shows; Alt and an arrow move it. */
export function PictureTile({
  product,
  image,
  at,
  isLast,
  mayWrite,
  pictures,
  onMove,
  onDrag,
  onDropped,
}: PictureTileProps) {
  const [isAssigning, setAssigning] = useState(false);
  const [isTakingAway, setTakingAway] = useState(false);
  const remove = useSingle(pictures.remove);
  const place = count(at + 1);
  const moveByKey = (event: KeyboardEvent<HTMLElement>) => {
    const step = stepOf(event);
    if (!event.altKey || step === 0) return;
    event.preventDefault();
    onMove(at + step);
  };
  if (!mayWrite) {
    return (
      <li>
        <img src={urlOf(image)} alt="" width={160} height={160} loading="lazy" />
      </li>
    );
  }
  return (
    <li
      className={styles.pictureTile}
      data-default={at === 0 || undefined}
      draggable
      onKeyDown={moveByKey}
      onDragStart={() => onDrag(image.id)}
      onDragEnd={() => onDrag(null)}
      onDragOver={(event) => event.preventDefault()}
      onDrop={(event) => {
        if (event.dataTransfer.files.length > 0) return;
        event.preventDefault();
        onDropped();
      }}
    >
      <img src={urlOf(image)} alt={m.db_picture({ place })} width={160} height={160} draggable={false} />
      <span className={styles.pictureActs}>
        <button
          type="button"
          className={buttonStyles.icon}
          aria-label={m.db_picture_default({ place })}
          aria-pressed={at === 0}
          onClick={() => pictures.star.mutate(image.id)}
        >
          <Star className="icon icon-sm" aria-hidden />
        </button>
        <button
          type="button"
          className={buttonStyles.icon}
          aria-label={m.db_picture_earlier({ place })}
          disabled={at === 0}
          onClick={() => onMove(at - 1)}
        >
          <ChevronLeft className="icon icon-sm icon-mirrored" aria-hidden />
        </button>
        <button
          type="button"
          className={buttonStyles.icon}
          aria-label={m.db_picture_later({ place })}
          disabled={isLast}
          onClick={() => onMove(at + 1)}
        >
          <ChevronRight className="icon icon-sm icon-mirrored" aria-hidden />
        </button>
        <button
          type="button"
          className={buttonStyles.icon}
          aria-label={m.db_picture_take_away({ place })}
          onClick={() => setTakingAway(true)}
        >
          <Trash2 className="icon icon-sm" aria-hidden />
        </button>
      </span>
      {product.combinations.length > 0 && (
        <button type="button" className={styles.pictureShows} onClick={() => setAssigning(true)}>
          {shownNames(product, image.id)}
        </button>
      )}
      {isAssigning && (
        <PictureCombinations
          {...{ product, image, place }}
          assign={pictures.assign}
          onClose={() => setAssigning(false)}
        />
      )}
      {isTakingAway && (
        <Question
          title={m.db_picture_take_away_title({ place })}
          body={m.db_picture_take_away_body()}
          confirm={m.db_picture_remove()}
          isPending={pictures.remove.isPending}
          onConfirm={() => void remove(image.id).then(() => setTakingAway(false))}
          onClose={() => setTakingAway(false)}
        />
      )}
    </li>
  );
}

/** Earlier or later in the way that the page is read. */
function stepOf({ key, currentTarget }: KeyboardEvent<HTMLElement>): number {
  const isRtl = getComputedStyle(currentTarget).direction === 'rtl';
  if (key === 'ArrowRight') return isRtl ? -1 : 1;
  if (key === 'ArrowLeft') return isRtl ? 1 : -1;
  return 0;
}

/** The combinations that it shows; none named means all. */
function shownNames({ combinations }: Product, image: string): string {
  const shown = combinations.filter(({ imageIds }) => imageIds.includes(image));
  return shown.map(({ displayName }) => displayName).join(', ') || m.db_picture_shows_every();
}
