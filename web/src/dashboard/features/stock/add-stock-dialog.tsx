import { type FormEvent, useState } from 'react';
import { count, dateTime } from '@/i18n/format.ts';
import { m } from '@/i18n/paraglide.gen/messages.js';
import { Field } from '@/ui/form/field.tsx';
import { Dialog } from '@/ui/rich/dialog.tsx';
import { fieldErrors } from '../../data/messages.ts';
import type { StockRow, Warehouse } from '../../data/types.ts';
import { useSingle } from '../../data/use-single.ts';
import { parseQuantity } from './quantity.ts';
import { rowName } from './row-name.ts';
import { type Added, useAddStock } from './use-add-stock.ts';

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
  const [asked, setAsked] = useState<Asked | null>(null);
  const { add, sentBefore, isAnother } = useAddStock(row, onClose);
  const send = useSingle(add);
  const quantity = parseQuantity(text);
  const isWrong = isTried && quantity === null;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    if (quantity === null) return;
    const added = { quantity, reason: reason.trim() };
    const sentAt = sentBefore(added);
    if (sentAt) setAsked({ added, sentAt });
    else void send(added);
  };
  const answer = (added: Added, isSame: boolean) => {
    setAsked(null);
    if (!isSame) isAnother(added);
    void send(added);
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
                onChange={(event) => {
                  setText(event.target.value);
                  setAsked(null);
                }}
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
                onChange={(event) => {
                  setReason(event.target.value);
                  setAsked(null);
                }}
              />
            )}
          </Field>
        </div>
        {asked && <SentBefore {...asked} onAnswer={(isSame) => answer(asked.added, isSame)} />}
        <div className="dialog-foot">
          <button type="button" className="btn" onClick={onClose}>
            {m.db_cancel()}
          </button>
          <button type="submit" className="btn btn-primary" disabled={add.isPending || asked !== null}>
            {add.isPending ? m.db_saving() : m.db_stock_add()}
          </button>
        </div>
      </form>
    </Dialog>
  );
}

interface Asked {
  added: Added;
  sentAt: Date;
}

interface SentBeforeProps extends Asked {
  onAnswer: (isSame: boolean) => void;
}

/** The same goods in the same number, a while ago and unanswered: only who typed it knows whether these are others. */
function SentBefore({ sentAt, onAnswer }: SentBeforeProps) {
  return (
    <div className="note note-warn" role="alert">
      <div className="grow">
        {m.db_stock_sent_before({ time: dateTime(sentAt.toISOString()) })}
        <div className="acts">
          <button type="button" className="btn" onClick={() => onAnswer(true)}>
            {m.db_stock_send_again()}
          </button>
          <button type="button" className="btn" onClick={() => onAnswer(false)}>
            {m.db_stock_send_another()}
          </button>
        </div>
      </div>
    </div>
  );
}
