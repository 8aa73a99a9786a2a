import { useQueryClient } from '@tanstack/react-query';
import { type KeyboardEvent, useState } from 'react';
import { count } from '@/i18n/format.ts';
import { m } from '@/i18n/paraglide.gen/messages.js';
import * as fieldStyles from '@/ui/form/field.module.css';
import { complained } from '@/ui/rich/toasts.tsx';
import { client } from '../../data/api.ts';
import type { StockReceived, StockRow, Warehouse } from '../../data/types.ts';
import { PieceRow } from '../../parts/piece-row.tsx';
import * as rowsStyles from '../../parts/piece-rows.module.css';
import { piecesInWords } from '../../parts/pieces-in-words.ts';
import { MOST_AT_ONCE, parseCount } from '../../parts/quantity.ts';
import { TextField } from '../../recipe/form/fields.tsx';
import { FormDialogFrame } from '../../recipe/form/form-dialog.tsx';
import { useDialogForm } from '../../recipe/form/use-dialog-form.ts';

interface AddStocksDialogProps {
  /** Combinations of one product that are offered, in the order that they are shown in. */
  rows: readonly StockRow[];
  warehouse: Warehouse;
  onClose: () => void;
}

interface Typed {
  readonly reason: string;
  /** How many came in of each row, as it is typed: of what is empty nothing. */
  readonly lines: readonly string[];
}

/** Goods of several combinations that came in together: taken in at once, all of them or none. */
export function AddStocksDialog({ rows: present, warehouse, onClose }: AddStocksDialogProps) {
  const queries = useQueryClient();
  // As it was opened: none goes, or comes in the place of another, while something is typed of it.
  const [rows] = useState(present);
  const form = useDialogForm<Typed, ReturnType<typeof bodyOf>, StockReceived | undefined>({
    start: { reason: '', lines: rows.map(() => '') },
    rules: ({ lines }) => ({ lines: lines.some(isWrong) && m.db_stock_quantities_invalid() }),
    bodyOf: (typed) => bodyOf(rows, typed),
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
      m.db_receipt_done({ pieces: piecesInWords(received?.pieces ?? 0), warehouse: warehouse.name }),
    onRefused: () => complained(m.db_stock_update_error()),
    onSettled: () => queries.invalidateQueries({ queryKey: ['get', '/dashboard/api/warehouse/{id}/stocks'] }),
    onClose,
  });
  const { lines } = form.draft;
  const isAnyWrong = lines.some(isWrong);
  const sum = lines.reduce((sum, text) => sum + piecesOf(text), 0);
  const ofAll = form.errorsAt('lines');
  const [first] = rows;
  return (
    <FormDialogFrame
      form={form}
      title={m.db_stock_add_to({ name: first?.productName ?? '' })}
      lead={m.db_stock_add_warehouse({ name: warehouse.name })}
      submit={m.db_receipt_submit({ n: count(sum), count: sum })}
      isReady={sum > 0 || isAnyWrong}
      isWide
      onClose={onClose}
    >
      <ul className={rowsStyles.rows} onKeyDown={goOnByEnter}>
        {rows.map((row, at) => (
          <QuantityRow
            key={row.combinationId}
            row={present.find(({ combinationId }) => combinationId === row.combinationId) ?? row}
            text={lines[at] ?? ''}
            errorsAt={(field) => form.errorsAt(`lines[${placeOf(lines, at)}].${field}`)}
            isReadOnly={form.isSending}
            onType={(text) =>
              form.set((before) => ({ lines: before.lines.map((one, of) => (of === at ? text : one)) }))
            }
          />
        ))}
      </ul>
      {ofAll.length > 0 && !isAnyWrong && (
        <p className={fieldStyles.error} role="alert">
          {ofAll.join(' ')}
        </p>
      )}
      <TextField form={form} at="reason" label={m.db_stock_reason()} hint={m.db_stock_reason_hint()} />
    </FormDialogFrame>
  );
}

function bodyOf(rows: readonly StockRow[], { reason, lines }: Typed) {
  return {
    lines: rows.flatMap(({ productId, combinationId = null }, at) => {
      const quantity = piecesOf(lines[at] ?? '');
      return quantity === 0 ? [] : [{ productId, combinationId, quantity }];
    }),
    reason: reason.trim(),
  };
}

/** Where a row stands among those that are sent. */
function placeOf(lines: readonly string[], at: number): number {
  return lines.slice(0, at).filter((text) => piecesOf(text) > 0).length;
}

/** Nothing typed is none; `null` for what is no quantity. */
function quantityOf(text: string): number | null {
  const quantity = text === '' ? 0 : parseCount(text);
  return quantity !== null && quantity <= MOST_AT_ONCE ? quantity : null;
}

const piecesOf = (text: string) => quantityOf(text) ?? 0;
const isWrong = (text: string) => quantityOf(text) === null;

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
  /** What the shop says of its line. */
  errorsAt: (field: string) => readonly string[];
  /** For a while: it keeps the focus. */
  isReadOnly: boolean;
  onType: (text: string) => void;
}

function QuantityRow({ row, text, errorsAt, isReadOnly, onType }: QuantityRowProps) {
  const more = piecesOf(text);
  return (
    <PieceRow
      item={row}
      label={m.db_stock_quantity()}
      text={text}
      min={0}
      max={MOST_AT_ONCE}
      figures={
        <span className="muted num">
          {more === 0
            ? m.db_stock_on_hand_now({ n: count(row.onHand) })
            : m.db_receipt_after({ before: count(row.onHand), after: count(row.onHand + more) })}
        </span>
      }
      wrong={wrongWith(text, errorsAt)}
      isReadOnly={isReadOnly}
      onType={onType}
    />
  );
}

/** Of what is not sent the shop says nothing: its place is another's. */
function wrongWith(text: string, errorsAt: QuantityRowProps['errorsAt']): readonly string[] {
  if (isWrong(text)) return [m.db_stock_quantities_invalid()];
  if (piecesOf(text) === 0) return [];
  return [...new Set(['quantity', 'productId', 'combinationId'].flatMap((field) => errorsAt(field)))];
}
