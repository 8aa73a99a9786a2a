import { useQueryClient } from '@tanstack/react-query';
import { fromDinars } from '@/domain/money.ts';
import { count, money } from '@/i18n/format.ts';
import { m } from '@/i18n/paraglide.gen/messages.js';
import { complained } from '@/ui/rich/toasts.tsx';
import { client } from '../../data/api.ts';
import { currentOf, errorMessage } from '../../data/messages.ts';
import type { PaidOrder, TransporterPayment } from '../../data/types.ts';
import { Amount } from '../../parts/amount.tsx';
import { LongTextField } from '../../recipe/form/fields.tsx';
import { FormDialog } from '../../recipe/form/form-dialog.tsx';
import { totalOf } from './owed.ts';
import { paymentQuery } from './queries.ts';

/** As it was decided on: what others take out of the payment meanwhile is refused, not taken along. */
export interface Reversal {
  payment: TransporterPayment;
  /** What is to be taken out of it. */
  orders: readonly PaidOrder[];
  /** All that it still covers. */
  isWhole: boolean;
}

interface ReverseDialogProps extends Reversal {
  onClose: () => void;
}

/** Takes orders out of the payment as it was on the screen, for a reason. */
export function ReverseDialog({ payment, orders, isWhole, onClose }: ReverseDialogProps) {
  const queries = useQueryClient();
  const { id, version, number } = payment;
  const keep = (newer: TransporterPayment) => queries.setQueryData(paymentQuery(id).queryKey, newer);
  return (
    <FormDialog
      title={m.db_payment_reverse_title({ number })}
      lead={m.db_payment_reverse_body()}
      submit={m.db_payment_reverse_confirm({ count: orders.length, n: count(orders.length) })}
      isDangerous
      start={{ reason: '' }}
      rules={({ reason }) => ({ reason: !reason.trim() && m.db_step_reason_required() })}
      bodyOf={({ reason }) => ({
        version,
        ...(!isWhole && { orderIds: orders.map((order) => order.id) }),
        reason: reason.trim(),
      })}
      intent={{ name: 'reversal', of: { payment: id } }}
      send={async (body, key) => {
        const { data } = await client.POST('/dashboard/api/payments/transporter-payments/{id}/reversals', {
          params: { path: { id }, header: { 'Idempotency-Key': key } },
          body,
        });
        return data;
      }}
      told={(reversed) => toldOf(reversed ?? payment)}
      onSent={(reversed) => {
        if (reversed) keep(reversed);
        onClose();
      }}
      onRefused={(error) => {
        const current = currentOf<TransporterPayment>(error);
        if (!current) return;
        // What was ticked is no more what stands there.
        keep(current);
        complained(errorMessage(error));
        onClose();
      }}
      onSettled={() => queries.invalidateQueries({ queryKey: ['get'] })}
      onClose={onClose}
    >
      {(form) => (
        <>
          <p className={undefined}>
            <Amount value={totalOf(orders)} />
          </p>
          <LongTextField
            form={form}
            at="reason"
            label={m.db_payment_reverse_reason()}
            hint={m.db_payment_reverse_reason_hint()}
            maxLength={500}
          />
        </>
      )}
    </FormDialog>
  );
}

function toldOf({ number, reversals }: TransporterPayment): string {
  return m.db_payment_reversed({ number, total: money(fromDinars(reversals.at(-1)?.total ?? 0)) });
}
