import { m } from '@/i18n/paraglide.gen/messages.js';
import { useFocusHandedOn } from '@/ui/form/use-focus-handed-on.ts';
import * as buttonStyles from '@/ui/rich/button.module.css';
import type { StockRow } from '../../../data/types.ts';
import { ItemCell } from '../../../parts/item-cell.tsx';
import { itemName } from '../../../parts/item-name.ts';
import type { Found } from './queries.ts';
import { keyOf, lineOf } from './receipt.ts';
import * as styles from './receive.module.css';

interface ChoiceProps {
  found: Found;
  /** What takes the focus afterwards: the next article may be scanned there. */
  next: () => HTMLElement | null | undefined;
  onChoose: (row: StockRow) => void;
  onLeave: () => void;
}

/** Articles that words found: one of them is to be chosen. The field keeps the focus, for a scanner's next code is no answer. */
export function Choice({ found: { rows, isMore }, next, onChoose, onLeave }: ChoiceProps) {
  const place = useFocusHandedOn<HTMLDivElement>(next);
  return (
    <div ref={place} className={styles.choice} data-adding>
      <ul aria-label={m.db_receipt_found()}>
        {rows.map((row) => (
          <li key={keyOf(lineOf(row, 1))}>
            <button
              type="button"
              aria-label={m.db_receipt_add({ name: itemName(row) })}
              onClick={() => onChoose(row)}
            >
              <ItemCell item={row} />
            </button>
          </li>
        ))}
      </ul>
      {isMore && <p className="small muted">{m.db_receipt_more()}</p>}
      <button type="button" className={`${buttonStyles.button} ${buttonStyles.quiet}`} onClick={onLeave}>
        {m.db_cancel()}
      </button>
    </div>
  );
}
