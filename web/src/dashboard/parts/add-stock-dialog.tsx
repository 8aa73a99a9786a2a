import { useQueryClient } from '@tanstack/react-query';
import { count } from '@/i18n/format.ts';
import { m } from '@/i18n/paraglide.gen/messages.js';
import * as fieldStyles from '@/ui/form/field.module.css';
import { complained } from '@/ui/rich/toasts.tsx';
import { client } from '../data/api.ts';
import type { StockRow, Warehouse } from '../data/types.ts';
import { TextField } from '../recipe/form/fields.tsx';
import { FormDialog } from '../recipe/form/form-dialog.tsx';
import { itemName } from './item-name.ts';
import { parseQuantity } from './quantity.ts';

interface AddStockDialogProps {
  row: StockRow;
  warehouse: Warehouse;
  onClose: () => void;
}

/** Goods that came in: how many and why (spec 5: a positive quantity). */
export function AddStockDialog({ row, warehouse, onClose }: AddStockDialogProps) {
  const queries = useQueryClient();
  const { warehouseId: id, productId, combinationId = null } = row;
  return (
    <FormDialog
      title={m.db_stock_add_to({ name: itemName(row) })}
      lead={m.db_stock_add_warehouse({ name: warehouse.name })}
      submit={m.db_stock_add()}
      start={{ quantity: '', reason: '' }}
      rules={({ quantity }) => ({
        quantity: parseQuantity(quantity) === null && m.db_stock_quantity_invalid(),
      })}
      bodyOf={({ quantity, reason }) => ({
        productId,
        combinationId,
        quantity: parseQuantity(quantity) ?? 0,
        reason: reason.trim(),
      })}
      // The same may come by the next lorry.
      intent={{ name: 'stock', of: { warehouse: id }, mayRecur: true }}
      send={(body, key) =>
        client.POST('/dashboard/api/warehouse/{id}/add-stock', {
          params: { path: { id }, header: { 'Idempotency-Key': key } },
          body,
        })
      }
      told={m.db_stock_updated}
      onRefused={() => complained(m.db_stock_update_error())}
      onSettled={() =>
        queries.invalidateQueries({ queryKey: ['get', '/dashboard/api/warehouse/{id}/stocks'] })
      }
      onClose={onClose}
    >
      {(form) => (
        <>
          <TextField
            form={form}
            at="quantity"
            label={m.db_stock_quantity()}
            hint={hintOf(row, form.draft.quantity)}
            className={`${fieldStyles.input} ${fieldStyles.inputNumber}`}
            inputMode="numeric"
            dir="ltr"
          />
          <TextField form={form} at="reason" label={m.db_stock_reason()} hint={m.db_stock_reason_hint()} />
        </>
      )}
    </FormDialog>
  );
}

/** What there will be. */
function hintOf({ onHand }: StockRow, text: string): string | undefined {
  const quantity = parseQuantity(text);
  return quantity === null ? undefined : m.db_stock_after({ n: count(onHand + quantity) });
}
