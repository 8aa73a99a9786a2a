import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { count, isolated } from '@/i18n/format.ts';
import { m } from '@/i18n/paraglide.gen/messages.js';
import * as fieldStyles from '@/ui/form/field.module.css';
import * as noteStyles from '@/ui/rich/note.module.css';
import { complained } from '@/ui/rich/toasts.tsx';
import { client } from '../../data/api.ts';
import { currentOf } from '../../data/messages.ts';
import type { StockRow, Warehouse } from '../../data/types.ts';
import { itemName } from '../../parts/item-name.ts';
import { parseCount } from '../../parts/quantity.ts';
import { TextField } from '../../recipe/form/fields.tsx';
import { FormDialog } from '../../recipe/form/form-dialog.tsx';

interface AdjustStockDialogProps {
  row: StockRow;
  warehouse: Warehouse;
  onClose: () => void;
}

/** What a count is compared with: the row as it was opened, or as the shop told it since. */
type Present = Pick<StockRow, 'onHand' | 'reserved'>;

/** Somebody counted what is there and found another number: which one, and why it may be. */
export function AdjustStockDialog({ row, warehouse, onClose }: AdjustStockDialogProps) {
  const queries = useQueryClient();
  const [present, setPresent] = useState<Present>(row);
  const { warehouseId: id, productId, combinationId = null } = row;
  return (
    <FormDialog
      title={m.db_stock_adjust_of({ name: itemName(row) })}
      lead={m.db_stock_add_warehouse({ name: warehouse.name })}
      submit={m.db_stock_adjust()}
      start={{ counted: String(row.onHand), reason: '' }}
      rules={({ counted, reason }) => ({
        counted: wrongCount(counted, present),
        reason: !reason.trim() && m.db_step_reason_required(),
      })}
      bodyOf={({ counted, reason }) => ({
        productId,
        combinationId,
        onHand: present.onHand,
        counted: parseCount(counted) ?? present.onHand,
        reason: reason.trim(),
      })}
      // The same may be missing again after the next count.
      intent={{ name: 'stock-take', of: { warehouse: id }, mayRecur: true }}
      send={(body, key) =>
        client.POST('/dashboard/api/warehouse/{id}/adjust-stock', {
          params: { path: { id }, header: { 'Idempotency-Key': key } },
          body,
        })
      }
      told={m.db_stock_updated}
      refusal={movedNote}
      onRefused={(error) => {
        const current = currentOf<Present>(error);
        if (current) setPresent(current);
        else complained(m.db_stock_update_error());
      }}
      onSettled={() =>
        queries.invalidateQueries({ queryKey: ['get', '/dashboard/api/warehouse/{id}/stocks'] })
      }
      onClose={onClose}
    >
      {(form) => (
        <>
          <TextField
            form={form}
            at="counted"
            label={m.db_stock_counted()}
            hint={hintOf(form.draft.counted, present)}
            className={`${fieldStyles.input} ${fieldStyles.inputNumber}`}
            inputMode="numeric"
            dir="ltr"
          />
          <TextField
            form={form}
            at="reason"
            label={m.db_stock_reason()}
            hint={m.db_stock_count_reason_hint()}
            maxLength={500}
          />
        </>
      )}
    </FormDialog>
  );
}

/** What was counted may be right still; it is compared with the present number now. */
function movedNote(error: Error) {
  const current = currentOf<Present>(error);
  return (
    current && (
      <p className={`${noteStyles.note} ${noteStyles.warn}`} role="alert">
        {m.db_stock_moved_to({ n: count(current.onHand) })}
      </p>
    )
  );
}

function wrongCount(text: string, { onHand, reserved }: Present): string | false {
  const counted = parseCount(text);
  if (counted === null) return m.db_stock_count_invalid();
  if (counted === onHand) return m.db_stock_count_same();
  return counted < reserved && m.db_stock_count_held({ n: count(reserved) });
}

/** By how much the count differs, its sign before it in every language. */
function hintOf(text: string, { onHand }: Present): string {
  const counted = parseCount(text);
  const n = count(onHand);
  if (counted === null || counted === onHand) return m.db_stock_on_hand_now({ n });
  const difference = `${counted > onHand ? '+' : '\u2212'}${count(Math.abs(counted - onHand))}`;
  return m.db_stock_difference({ difference: isolated(difference), n });
}
