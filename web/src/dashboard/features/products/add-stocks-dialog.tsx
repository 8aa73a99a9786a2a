import { useQueryClient } from '@tanstack/react-query';
import { type KeyboardEvent, useId } from 'react';
import { count } from '@/i18n/format.ts';
import { m } from '@/i18n/paraglide.gen/messages.js';
import * as fieldStyles from '@/ui/form/field.module.css';
import { TypedStepper } from '@/ui/rich/stepper.tsx';
import { complained } from '@/ui/rich/toasts.tsx';
import { client } from '../../data/api.ts';
import type { StockRow, Warehouse } from '../../data/types.ts';
import { ItemCell } from '../../parts/item-cell.tsx';
import { itemName } from '../../parts/item-name.ts';
import * as rowsStyles from '../../parts/piece-rows.module.css';
import { MOST_AT_ONCE, parseCount } from '../../parts/quantity.ts';
import { TextField } from '../../recipe/form/fields.tsx';
import { FormDialogFrame } from '../../recipe/form/form-dialog.tsx';
import { useDialogForm } from '../../recipe/form/use-dialog-form.ts';

interface AddStocksDialogProps {
  /** Combinations of one product, in the order that they are shown in. */
  rows: readonly StockRow[];
  warehouse: Warehouse;
  onClose: () => void;
}

/** By combination how many came in, as it is typed: of what is empty nothing. */
interface Typed {
  readonly reason: string;
  readonly [combination: string]: string;
}

/** Goods of several combinations that came in together: taken in at once, all of them or none. */
export function AddStocksDialog({ rows, warehouse, onClose }: AddStocksDialogProps) {
  const queries = useQueryClient();
  const form = useDialogForm({
    start: { reason: '' } as Typed,
    rules: (typed): { [combination: string]: string | false } =>
      Object.fromEntries(
        rows.map((row) => [
          keyOf(row),
          quantityOf(textOf(row, typed)) === null && m.db_stock_quantity_invalid(),
        ]),
      ),
    bodyOf: (typed) => ({
      lines: rows.flatMap((row) => {
        const { productId, combinationId = null } = row;
        const quantity = quantityOf(textOf(row, typed)) ?? 0;
        return quantity === 0 ? [] : [{ productId, combinationId, quantity }];
      }),
      reason: typed.reason.trim(),
    }),
    // The same may come by the next lorry.
    intent: { name: 'stocks', of: { warehouse: warehouse.id }, mayRecur: true },
    send: async (body, key) =>
      (
        await client.POST('/dashboard/api/warehouse/{id}/receive-stock', {
          params: { path: { id: warehouse.id }, header: { 'Idempotency-Key': key } },
          body,
        })
      ).data,
    told: (received) =>
      m.db_receipt_done({ pieces: pieces(received?.pieces ?? 0), warehouse: warehouse.name }),
    onRefused: () => complained(m.db_stock_update_error()),
    onSettled: () => queries.invalidateQueries({ queryKey: ['get', '/dashboard/api/warehouse/{id}/stocks'] }),
    onClose,
  });
  const sum = rows.reduce((sum, row) => sum + (quantityOf(textOf(row, form.draft)) ?? 0), 0);
  const [first] = rows;
  return (
    <FormDialogFrame
      form={form}
      title={m.db_stock_add_to({ name: first?.productName ?? '' })}
      lead={m.db_stock_add_warehouse({ name: warehouse.name })}
      submit={m.db_receipt_submit({ n: count(sum), count: sum })}
      isReady={sum > 0}
      isWide
      nameOf={() => m.db_stock_quantity()}
      onClose={onClose}
    >
      <ul className={rowsStyles.rows} onKeyDown={goOnByEnter}>
        {rows.map((row) => (
          <QuantityRow
            key={keyOf(row)}
            row={row}
            text={textOf(row, form.draft)}
            wrong={form.errorsAt(keyOf(row))}
            isReadOnly={form.isSending}
            onType={(text) => form.set({ [keyOf(row)]: text })}
          />
        ))}
      </ul>
      <TextField form={form} at="reason" label={m.db_stock_reason()} hint={m.db_stock_reason_hint()} />
    </FormDialogFrame>
  );
}

const keyOf = ({ combinationId }: StockRow) => combinationId ?? '';
const textOf = (row: StockRow, typed: Typed) => typed[keyOf(row)] ?? '';
/** Nothing typed is none; `null` for what is no quantity. */
function quantityOf(text: string): number | null {
  const quantity = text === '' ? 0 : parseCount(text);
  return quantity !== null && quantity <= MOST_AT_ONCE ? quantity : null;
}

const pieces = (n: number) => m.db_receipt_pieces({ n: count(n), count: n });

/** Down the column, as in a sheet; what is sent is sent from below it, or by Ctrl Enter. */
function goOnByEnter(event: KeyboardEvent<HTMLElement>): void {
  if (event.key !== 'Enter' || event.ctrlKey || event.metaKey || !(event.target instanceof HTMLInputElement))
    return;
  event.preventDefault();
  const fields = [...(event.currentTarget.closest('form')?.querySelectorAll('input') ?? [])];
  fields[fields.indexOf(event.target) + 1]?.focus();
}

interface QuantityRowProps {
  row: StockRow;
  text: string;
  wrong: readonly string[];
  /** For a while: it keeps the focus. */
  isReadOnly: boolean;
  onType: (text: string) => void;
}

function QuantityRow({ row, text, wrong, isReadOnly, onType }: QuantityRowProps) {
  const id = useId();
  const more = quantityOf(text) ?? 0;
  return (
    <li className={rowsStyles.row}>
      <div className={rowsStyles.item}>
        <ItemCell item={row} />
      </div>
      <div className={rowsStyles.figures}>
        <span className="muted num">
          {more === 0
            ? m.db_stock_on_hand_now({ n: count(row.onHand) })
            : m.db_receipt_after({ before: count(row.onHand), after: count(row.onHand + more) })}
        </span>
        <TypedStepper
          of={itemName(row)}
          label={m.db_stock_quantity()}
          text={text}
          min={0}
          max={MOST_AT_ONCE}
          about={{ 'aria-describedby': `${id}-about`, 'aria-invalid': wrong.length > 0 }}
          isReadOnly={isReadOnly}
          onChange={onType}
        />
      </div>
      {wrong.length > 0 && (
        <p id={`${id}-about`} className={`${fieldStyles.error} ${rowsStyles.about}`}>
          {wrong.join(' ')}
        </p>
      )}
    </li>
  );
}
