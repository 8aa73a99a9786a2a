import { X } from 'lucide-react';
import { useId } from 'react';
import { fromDinars, times } from '@/domain/money.ts';
import { count } from '@/i18n/format.ts';
import { m } from '@/i18n/paraglide.gen/messages.js';
import * as fieldStyles from '@/ui/form/field.module.css';
import { useFocusHandedOn } from '@/ui/form/use-focus-handed-on.ts';
import * as buttonStyles from '@/ui/rich/button.module.css';
import { TypedStepper } from '@/ui/rich/stepper.tsx';
import type { StockItem } from '../../../data/types.ts';
import { Amount } from '../../../parts/amount.tsx';
import * as itemStyles from '../../../parts/item.module.css';
import { Reference } from '../../../parts/item-cell.tsx';
import { itemName } from '../../../parts/item-name.ts';
import { Thumb } from '../../../parts/thumb.tsx';
import { type LineDraft, MOST_PIECES, piecesOf } from './line-draft.ts';
import * as styles from './lines.module.css';
import { useLeft } from './queries.ts';
import { searchIn } from './search-in.ts';
import type { Told } from './told.ts';

interface LineRowProps {
  line: LineDraft;
  /** Its price and whether there is enough of it; nothing before the shop said so. */
  told: Told | undefined;
  errorsAt: (field: string) => readonly string[];
  /** What the order holds already. */
  held: readonly StockItem[];
  /** What says why it can't be taken out. */
  stays?: string | undefined;
  onType: (quantity: string) => void;
  onRemove: () => void;
}

/** One thing of an order: how many, for how much. */
export function LineRow({ line, told, errorsAt, held, stays, onType, onRemove }: LineRowProps) {
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
  const short = useShort(told, held);
  const said = short ? [...wrong.filter((words) => words !== m.db_order_lines_short()), short] : wrong;
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
        {said.join(' ')}
      </p>
    </li>
  );
}

/** That there is too little, with what there is for who may know. */
function useShort(told: Told | undefined, held: readonly StockItem[]): string | undefined {
  const left = useLeft(told?.isShort ? told.takes : [], held);
  if (!told?.isShort) return undefined;
  return left === undefined
    ? m.db_order_lines_short()
    : m.db_order_lines_short_left({ n: count(left), count: left });
}

/** `Rouge mat, Grenade`. */
export function nameOf({ name: productName, combinationName }: LineDraft): string {
  return itemName({ productName, combinationName });
}

/** What takes the focus of a row that was taken out: the search below, where a scanner's Enter takes nothing out. */
function nextOf(going: HTMLElement): HTMLElement | null | undefined {
  return searchIn(going.closest('[data-lines]'));
}
