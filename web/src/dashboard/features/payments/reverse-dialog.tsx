import { type FormEvent, useState } from 'react';
import { count } from '@/i18n/format.ts';
import { m } from '@/i18n/paraglide.gen/messages.js';
import { Field } from '@/ui/form/field.tsx';
import { Dialog } from '@/ui/rich/dialog.tsx';
import { fieldErrors } from '../../data/messages.ts';
import type { PaidOrder, TransporterPayment } from '../../data/types.ts';
import { useSingle } from '../../data/use-single.ts';
import { Amount } from '../../parts/amount.tsx';
import { totalOf } from './owed.ts';
import { useReversePayment } from './use-reverse-payment.ts';

interface ReverseDialogProps {
  payment: TransporterPayment;
  /** What is to be taken out of it. */
  orders: readonly PaidOrder[];
  /** All that it still covers. */
  isWhole: boolean;
  onClose: () => void;
}

/** Says what a reversal does and asks for its reason; it stays open until the shop has answered. */
export function ReverseDialog({ payment, orders, isWhole, onClose }: ReverseDialogProps) {
  const [reason, setReason] = useState('');
  const [isTried, setTried] = useState(false);
  const reverse = useReversePayment(payment, onClose);
  const send = useSingle(reverse);
  const missing = isTried && !reason.trim() ? [m.db_step_reason_required()] : [];
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    if (!reason.trim()) return;
    send({ reason: reason.trim(), ...(!isWhole && { orderIds: orders.map(({ id }) => id) }) });
  };
  return (
    <Dialog
      open
      onClose={onClose}
      title={m.db_payment_reverse_title({ number: payment.number })}
      lead={m.db_payment_reverse_body()}
    >
      <form onSubmit={submit} noValidate>
        <div className="dialog-body dialog-form">
          <p className="lead">
            <Amount value={totalOf(orders)} />
          </p>
          <Field
            label={m.db_payment_reverse_reason()}
            hint={m.db_payment_reverse_reason_hint()}
            errors={missing.length > 0 ? missing : fieldErrors(reverse.error, 'reason')}
          >
            {(control) => (
              <textarea
                {...control}
                className="input"
                rows={2}
                maxLength={500}
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
          <button type="submit" className="btn btn-danger" disabled={reverse.isPending}>
            {reverse.isPending
              ? m.db_saving()
              : m.db_payment_reverse_confirm({ count: orders.length, n: count(orders.length) })}
          </button>
        </div>
      </form>
    </Dialog>
  );
}
