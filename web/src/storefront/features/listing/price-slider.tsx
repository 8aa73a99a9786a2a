/**
 * Both price bounds on one line, for who points: neither knob passes the other (spec 5), and they take effect when they are let go. The
 * fields below say the same to the keyboard and to who is read to.
 */
import { type CSSProperties, useState } from 'react';
import { showIn } from '@/lib/show-in.ts';
import * as styles from './price-slider.module.css';

/** Places of the line: any range of prices has as many. */
const PLACES = 100;

type Pair = readonly [low: number, high: number];

interface PriceSliderProps {
  /** Dinars: of what is listed, and chosen. */
  readonly range: Pair;
  readonly chosen: Pair;
  readonly onLow: (price: number) => void;
  readonly onHigh: (price: number) => void;
}

export function PriceSlider({ range: [min, max], chosen, onLow, onHigh }: PriceSliderProps) {
  const placeOf = (price: number) => {
    const place = Math.round(((price - min) / (max - min)) * PLACES);
    return Math.min(Math.max(place, 0), PLACES);
  };
  const priceAt = (place: number) =>
    place === PLACES ? max : Math.round(min + ((max - min) * place) / PLACES);
  const rest: Pair = [placeOf(chosen[0]), placeOf(chosen[1])];
  /** While a knob is moved. */
  const [moved, setMoved] = useState<Pair>();
  const [low, high] = moved ?? rest;
  const settle = () => {
    setMoved(undefined);
    if (moved && moved[0] !== rest[0]) onLow(priceAt(moved[0]));
    else if (moved && moved[1] !== rest[1]) onHigh(priceAt(moved[1]));
  };
  const knob = (place: number, [least, most]: Pair, pairOf: (place: number) => Pair) => ({
    type: 'range',
    tabIndex: -1,
    max: PLACES,
    value: place,
    onChange: ({ target }: { readonly target: EventTarget }) => {
      const field = target as HTMLInputElement;
      const next = Math.min(Math.max(Number(field.value), least), most);
      showIn(field, String(next));
      setMoved(pairOf(next));
    },
    onPointerUp: settle,
    onKeyUp: settle,
    onBlur: settle,
  });
  return (
    <div
      className={styles.priceSlider}
      aria-hidden
      style={{ '--low': low / PLACES, '--high': high / PLACES } as CSSProperties}
    >
      {/* Where both are at the end, the lower one is the one to move. */}
      <input
        {...knob(low, [0, high], (place) => [place, high])}
        className={low > PLACES / 2 ? styles.above : undefined}
      />
      <input {...knob(high, [low, PLACES], (place) => [low, place])} />
    </div>
  );
}
