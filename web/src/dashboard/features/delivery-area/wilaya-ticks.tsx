import { useState } from 'react';
import { count } from '@/i18n/format.ts';
import { locale } from '@/i18n/locale.ts';
import { m } from '@/i18n/paraglide.gen/messages.js';
import * as checkStyles from '@/ui/form/check.module.css';
import * as fieldStyles from '@/ui/form/field.module.css';
import type { Group } from './groups.ts';
import * as styles from './wilaya-ticks.module.css';

interface Ticks {
  /** By a commune's id, whether its box is ticked. */
  open: Readonly<Record<string, boolean>>;
  onTick: (ids: readonly string[], isOpen: boolean) => void;
}

interface TickSomeProps extends Ticks {
  label: string;
  /** What the box ticks. */
  ids: readonly string[];
}

/** One box over several communes: empty, full or in between, with how many of them are open. */
export function TickSome({ label, ids, open, onTick }: TickSomeProps) {
  const ticked = ids.filter((id) => open[id]).length;
  return (
    <label>
      <input
        type="checkbox"
        className={checkStyles.check}
        aria-label={label}
        checked={ticked === ids.length}
        ref={(box) => {
          if (box) box.indeterminate = ticked > 0 && ticked < ids.length;
        }}
        onChange={({ target }) => onTick(ids, target.checked)}
      />
      <bdi>{label}</bdi>
      <small className="muted num">{m.db_area_count({ open: count(ticked), all: count(ids.length) })}</small>
    </label>
  );
}

interface WilayaTicksProps extends Group, Ticks {
  /** Its communes were looked for: they are shown. */
  isFound: boolean;
}

/** A wilaya with its communes, which are folded up until somebody looks at them: there are 1,541 in all. */
export function WilayaTicks({ wilaya, communes, isFound, open, onTick }: WilayaTicksProps) {
  const [isOpened, setOpened] = useState(false);
  const isShown = isFound || isOpened;
  return (
    <div className={`${fieldStyles.choices} ${styles.wilayaTicks}`}>
      <TickSome
        label={`${wilaya.id} ${nameOf(wilaya)}`}
        ids={communes.map(({ id }) => id)}
        open={open}
        onTick={onTick}
      />
      <details
        key={isFound ? 'found' : 'all'}
        open={isShown}
        onToggle={({ currentTarget }) => !isFound && setOpened(currentTarget.open)}
      >
        <summary>
          {m.db_area_communes()} <bdi className="visually-hidden">{nameOf(wilaya)}</bdi>
        </summary>
        <div className={fieldStyles.choicesRow}>
          {isShown &&
            communes.map((commune) => (
              <label key={commune.id}>
                <input
                  type="checkbox"
                  className={checkStyles.check}
                  checked={open[commune.id] ?? false}
                  onChange={({ target }) => onTick([commune.id], target.checked)}
                />
                <bdi>{nameOf(commune)}</bdi>
              </label>
            ))}
        </div>
      </details>
    </div>
  );
}

function nameOf({ name, nameAr }: { readonly name: string; readonly nameAr: string }): string {
  return locale() === 'ar' ? nameAr : name;
}
