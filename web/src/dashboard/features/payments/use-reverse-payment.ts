import { useMutation, useQueryClient } from '@tanstack/react-query';
import { fromDinars } from '@/domain/money.ts';
import { money } from '@/i18n/format.ts';
import { m } from '@/i18n/paraglide.gen/messages.js';
import { complained, told } from '@/ui/rich/toasts.tsx';
import { client } from '../../data/api.ts';
import { errorMessage, isConflict } from '../../data/messages.ts';
import type { TransporterPayment } from '../../data/types.ts';
import { useIntent } from '../../recipe/form/use-intent.ts';
import { paymentQuery } from './queries.ts';

interface Reversing {
  /** Absent: all that the payment still covers. */
  orderIds?: string[];
  reason: string;
}

/** Takes orders out of the payment as it is on the screen, once, however often the same is sent. */
export function useReversePayment(payment: TransporterPayment, onDone: () => void) {
  const queries = useQueryClient();
  const intent = useIntent<{ payment: string; version: number } & Reversing>('reversal');
  const { queryKey } = paymentQuery(payment.id);
  return useMutation({
    mutationFn: async (reversing: Reversing) => {
      const body = { version: payment.version, ...reversing };
      const { data } = await intent.once({ payment: payment.id, ...body }, (key) =>
        client.POST('/dashboard/api/payments/transporter-payments/{id}/reversals', {
          params: { path: { id: payment.id }, header: { 'Idempotency-Key': key } },
          body,
        }),
      );
      return data;
    },
    onSuccess: (reversed) => {
      if (!reversed) return;
      queries.setQueryData(queryKey, reversed);
      const total = reversed.reversals.at(-1)?.total ?? 0;
      told(m.db_payment_reversed({ number: reversed.number, total: money(fromDinars(total)) }));
      onDone();
    },
    onError: (error) => {
      const current = isConflict(error) ? (error.current as TransporterPayment | undefined) : undefined;
      if (current) {
        queries.setQueryData(queryKey, current);
        onDone();
      }
      complained(errorMessage(error));
    },
    onSettled: () => queries.invalidateQueries({ queryKey: ['get'] }),
  });
}
