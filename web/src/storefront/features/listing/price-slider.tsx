/**
 * Both price bounds on one line, for who points: neither knob passes the other (spec 5). The fields below say the same to the keyboard and
 * to who is read to.
 */
import type { CSSProperties } from 'react';
import { showIn } from '@/lib/show-in.ts';
import * as styles from './price-slider.module.css';

/** Places of the line: any range of prices has as many. */
const PLACES = 100;

/** Dinars. */
export type Bounds = readonly [low: number, high: number];

interface PriceSliderProps {
  readonly range: Bounds;
  readonly chosen: Bounds;
  readonly onMove: (bounds: Bounds) => void;
  /** A knob is let go. */
  readonly onSettle: () => void;
}

export function PriceSlider({ range: [min, max], chosen, onMove, onSettle }: PriceSliderProps) {
  const placeOf = (price: number) => {
    const place = Math.round(((price - min) / (max - min)) * PLACES);
    return Math.min(Math.max(place, 0), PLACES);
  };
  const priceAt = (place: number) =>
    place === PLACES ? max : Math.round(min + ((max - min) * place) / PLACES);
  const [low, high] = [placeOf(chosen[0]), placeOf(chosen[1])];
  const knob = (place: number, [least, most]: Bounds, move: (price: number) => Bounds) => ({
    type: 'range',
    tabIndex: -1,
    max: PLACES,
    value: place,
    onChange: ({ target }: { readonly target: EventTarget }) => {
      const field = target as HTMLInputElement;
      const next = Math.min(Math.max(Number(field.value), least), most);
      showIn(field, String(next));
      onMove(move(priceAt(next)));
    },
    onPointerUp: onSettle,
    onKeyUp: onSettle,
    onBlur: onSettle,
  });
  return (
    <div
      className={styles.priceSlider}
      aria-hidden
      style={{ '--low': low / PLACES, '--high': high / PLACES } as CSSProperties}
    >
      {/* Where both are at the end, the lower one is the one to move. */}
      <input
        {...knob(low, [0, high], (price) => [Math.min(price, chosen[1]), chosen[1]])}
        className={low > PLACES / 2 ? styles.above : undefined}
      />
      <input {...knob(high, [low, PLACES], (price) => [chosen[0], Math.max(price, chosen[0])])} />
    </div>
  );
}
