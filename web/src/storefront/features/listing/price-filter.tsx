/** Price bounds: lowest can't pass highest (spec 5); empty means the bound of what is listed. */
import { Suspense, useState } from 'react';
import { amountCharacters } from '@/domain/digits.ts';
import { changed } from '@/domain/listing-search.ts';
import * as m from '@/i18n/paraglide.gen/messages.js';
import { lazyPart } from '@/lib/lazy-part.ts';
import { PartBoundary } from '@/lib/part-boundary.tsx';
import { showIn } from '@/lib/show-in.ts';
import * as fieldStyles from '@/ui/native/field.module.css';
import * as styles from './bounds.module.css';
import type { FiltersProps } from './filters-props.ts';
import type { Bounds } from './price-slider.tsx';

/** For who opens the section. */
const PriceSlider = lazyPart(async () => (await import('./price-slider.tsx')).PriceSlider);

interface PriceFilterProps extends FiltersProps {
  readonly isOpen: boolean;
}

export function PriceFilter({ isOpen, listing, search, onChange }: PriceFilterProps) {
  const { min, max } = listing.filterData.priceRange;
  /** Along the line, and not let go. */
  const [moved, setMoved] = useState<Bounds>();
  const [low, high] = moved ?? [Number(search.priceMin ?? min), Number(search.priceMax ?? max)];
  const minimum = (bound: number) => ({ priceMin: bound > min ? String(bound) : undefined });
  const maximum = (bound: number) => ({ priceMax: bound < max ? String(bound) : undefined });
  const settle = () => {
    setMoved(undefined);
    if (moved) onChange(changed(search, { ...minimum(moved[0]), ...maximum(moved[1]) }));
  };
  return (
    <>
      {min < max && (
        <div className={styles.line}>
          {isOpen && (
            <PartBoundary>
              <Suspense>
                <PriceSlider range={[min, max]} chosen={[low, high]} onMove={setMoved} onSettle={settle} />
              </Suspense>
            </PartBoundary>
          )}
        </div>
      )}
      <div className={styles.bounds}>
        <Bound
          label={m.sf_price_min()}
          value={low}
          within={[min, high]}
          onSettle={(bound) => onChange(changed(search, minimum(bound)))}
        />
        <Bound
          label={m.sf_price_max()}
          value={high}
          within={[low, max]}
          onSettle={(bound) => onChange(changed(search, maximum(bound)))}
        />
      </div>
    </>
  );
}

interface BoundProps {
  readonly label: string;
  readonly value: number;
  readonly within: readonly [least: number, most: number];
  readonly onSettle: (value: number) => void;
}

/** Takes effect when it is left or with Enter, never while it is half typed. */
function Bound({ label, value, within: [least, most], onSettle }: BoundProps) {
  const [typed, setTyped] = useState(String(value));
  const [settled, setSettled] = useState(value);
  if (value !== settled) {
    setSettled(value);
    setTyped(String(value));
  }
  const settle = () => {
    // A bound of the address may lie beyond what is listed; who only passes by leaves it.
    if (typed === String(value)) return;
    const wanted = typed === '' ? Number.NaN : Number(typed.replace(',', '.'));
    const next = Number.isNaN(wanted) ? value : Math.max(Math.min(wanted, most), least);
    setTyped(String(next));
    if (next !== value) onSettle(next);
  };
  return (
    <label className={styles.money}>
      <span className={styles.label}>{label}</span>
      <input
        className={fieldStyles.input}
        inputMode="decimal"
        value={typed}
        onChange={({ target }) => {
          const amount = amountCharacters(target.value);
          setTyped(amount);
          showIn(target, amount);
        }}
        onBlur={settle}
        onKeyDown={(event) => {
          if (event.key === 'Enter') settle();
        }}
      />
    </label>
  );
}
