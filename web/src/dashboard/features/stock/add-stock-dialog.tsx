import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { count } from '@/i18n/format.ts';
import { m } from '@/i18n/paraglide.gen/messages.js';
import { Field } from '@/ui/form/field.tsx';
import { Dialog } from '@/ui/rich/dialog.tsx';
import { complained, told } from '@/ui/rich/toasts.tsx';
import { client } from '../../data/api.ts';
import { fieldErrors } from '../../data/messages.ts';
import type { StockRow, Warehouse } from '../../data/types.ts';
import { useSingle } from '../../data/use-single.ts';
import { useIntent } from '../../recipe/form/use-intent.ts';
import { parseQuantity } from './quantity.ts';
import { rowName } from './row-name.ts';

interface AddStockDialogProps {
  row: StockRow;
  warehouse: Warehouse;
  onClose: () => void;
}

/** Goods that came in: how many and why (spec 5: a positive quantity). */
export function AddStockDialog({ row, warehouse, onClose }: AddStockDialogProps) {
  const [text, setText] = useState('');
  const [reason, setReason] = useState('');
  const [isTried, setTried] = useState(false);
  const add = useAddStock(row, onClose);
  const send = useSingle(add);
  const quantity = parseQuantity(text);
  const isWrong = isTried && quantity === null;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    if (quantity !== null) send({ quantity, reason: reason.trim() });
  };
  return (
    <Dialog
      open
      onClose={onClose}
      title={m.db_stock_add_to({ name: rowName(row) })}
      lead={m.db_stock_add_warehouse({ name: warehouse.name })}
    >
      <form onSubmit={submit} noValidate>
        <div className="dialog-body dialog-form">
          <Field
            label={m.db_stock_quantity()}
            hint={quantity === null ? undefined : m.db_stock_after({ n: count(row.onHand + quantity) })}
            errors={isWrong ? [m.db_stock_quantity_invalid()] : fieldErrors(add.error, 'quantity')}
          >
            {(control) => (
              <input
                {...control}
                className="input input-number"
                inputMode="numeric"
                dir="ltr"
                value={text}
                onChange={(event) => setText(event.target.value)}
              />
            )}
          </Field>
          <Field
            label={m.db_stock_reason()}
            hint={m.db_stock_reason_hint()}
            errors={fieldErrors(add.error, 'reason')}
          >
            {(control) => (
              <input
                {...control}
                className="input"
                value={reason}
                onChange={(event) => setReason(event.target.value)}
              />
            )}
          </Field>
        </div>
        <div className="dialog-foot">
          <button type="button" className="btn" onClick={onClose}>
            {m.db_cancel()}
          </button>
          <button type="submit" className="btn btn-primary" disabled={add.isPending}>
            {add.isPending ? m.db_saving() : m.db_stock_add()}
          </button>
        </div>
      </form>
    </Dialog>
  );
}

function useAddStock(row: StockRow, onDone: () => void) {
  const queries = useQueryClient();
  const intent = useIntent('stock');
  return useMutation({
    mutationFn: async (body: { quantity: number; reason: string }) => {
      const goods = { productId: row.productId, combinationId: row.combinationId ?? null, ...body };
      await intent.once({ warehouse: row.warehouseId, ...goods }, (key) =>
        client.POST('/dashboard/api/warehouse/{id}/add-stock', {
          params: { path: { id: row.warehouseId }, header: { 'Idempotency-Key': key } },
          body: goods,
        }),
      );
    },
    onSuccess: () => {
      told(m.db_stock_updated());
      onDone();
    },
    onError: () => complained(m.db_stock_update_error()),
    onSettled: () => queries.invalidateQueries({ queryKey: ['get', '/dashboard/api/warehouse/{id}/stocks'] }),
  });
}
