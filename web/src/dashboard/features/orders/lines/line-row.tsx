import { X } from 'lucide-react';
import { useId } from 'react';
import { fromDinars, times } from '@/domain/money.ts';
import { m } from '@/i18n/paraglide.gen/messages.js';
import * as fieldStyles from '@/ui/form/field.module.css';
import { useFocusHandedOn } from '@/ui/form/use-focus-handed-on.ts';
import * as buttonStyles from '@/ui/rich/button.module.css';
import { TypedStepper } from '@/ui/rich/stepper.tsx';
import { Amount } from '../../../parts/amount.tsx';
import * as itemStyles from '../../../parts/item.module.css';
import { Reference } from '../../../parts/item-cell.tsx';
import { itemName } from '../../../parts/item-name.ts';
import { Thumb } from '../../../parts/thumb.tsx';
import { type LineDraft, MOST_PIECES, piecesOf } from './line-draft.ts';
import * as styles from './lines.module.css';
import { searchIn } from './search-in.ts';
import type { Told } from './told.ts';

interface LineRowProps {
  line: LineDraft;
  /** Its price and whether there is enough of it; nothing before the shop said so. */
  told: Told | undefined;
  errorsAt: (field: string) => readonly string[];
  /** What says why it can't be taken out. */
  stays?: string | undefined;
  onType: (quantity: string) => void;
  onRemove: () => void;
}

/** One thing of an order: how many, for how much. */
export function LineRow({ line, told, errorsAt, stays, onType, onRemove }: LineRowProps) {
  const id = useId();
  const name = nameOf(line);
  const pieces = piecesOf(line.quantity);
  const row = useFocusHandedOn<HTMLLIElement>(nextOf);
  const ofQuantity = pieces
    ? errorsAt('quantity')
    : [m.db_order_lines_quantity_wrong({ most: String(MOST_PIECES) })];
  const others = [
    'line',
    'product',
    'combination',
    'choices',
    ...line.choices.map((_, at) => `choices[${at}]`),
  ];
  const wrong = [...new Set([...ofQuantity, ...others.flatMap(errorsAt)])];
  return (
    <li ref={row} className={styles.row}>
      <div className={`${itemStyles.item} ${styles.item}`}>
        <Thumb src={line.image} small />
        <div>
          <bdi className="strong">{line.name}</bdi>
          <Reference combination={line.combinationName} sku={line.sku} />
          <span className={styles.price}>
            {told ? (
              <>
                <span className="visually-hidden">{m.db_order_price()} </span>
                <Amount value={fromDinars(told.unitPrice)} decimals="needed" />
              </>
            ) : (
              '…'
            )}
          </span>
        </div>
      </div>
      <div className={styles.figures}>
        <TypedStepper
          of={name}
          label={m.db_order_quantity()}
          text={line.quantity}
          min={1}
          max={MOST_PIECES}
          about={{ 'aria-describedby': `${id}-about`, 'aria-invalid': wrong.length > 0 }}
          onChange={onType}
        />
        <span className={`${styles.total} strong`}>
          <span className="visually-hidden">{m.db_order_total()} </span>
          {told && pieces ? (
            <Amount value={times(fromDinars(told.unitPrice), pieces)} decimals="needed" />
          ) : (
            '…'
          )}
        </span>
        <button
          type="button"
          className={buttonStyles.icon}
          aria-label={m.db_choice_take_out({ name })}
          aria-disabled={stays ? true : undefined}
          aria-describedby={stays}
          onClick={() => stays || onRemove()}
        >
          <X className="icon" aria-hidden />
        </button>
      </div>
      {/* There before it says anything, for only what becomes of it is read out. */}
      <p role="status" id={`${id}-about`} className={`${fieldStyles.error} ${styles.about}`}>
        {wrong.length > 0 ? wrong.join(' ') : told?.isShort && m.db_order_lines_short()}
      </p>
    </li>
  );
}

/** `Rouge mat, Grenade`. */
export function nameOf({ name: productName, combinationName }: LineDraft): string {
  return itemName({ productName, combinationName });
}

/** What takes the focus of a row that was taken out: the search below, where a scanner's Enter takes nothing out. */
function nextOf(going: HTMLElement): HTMLElement | null | undefined {
  return searchIn(going.closest('[data-lines]'));
}
