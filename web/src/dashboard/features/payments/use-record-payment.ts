import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { m } from '@/i18n/paraglide.gen/messages.js';
import { complained, told } from '@/ui/rich/toasts.tsx';
import { client } from '../../data/api.ts';
import { errorMessage, isConflict } from '../../data/messages.ts';
import type { UnpaidOrder } from '../../data/types.ts';
import { useIntentKey } from './use-intent-key.ts';

interface Recording {
  chosen: readonly UnpaidOrder[];
  reference: string;
}

/** Books the payment once, however often the same one is sent, and shows its receipt. */
export function useRecordPayment(transporterId: string, onRefused: () => void) {
  const queries = useQueryClient();
  const navigate = useNavigate();
  const keyOf = useIntentKey();
  return useMutation({
    mutationFn: async ({ chosen, reference }: Recording) => {
      const body = { transporterId, orderIds: chosen.map(({ id }) => id), reference };
      const { data } = await client.POST('/dashboard/api/payments/transporter-payments', {
        params: { header: { 'Idempotency-Key': keyOf(JSON.stringify(body)) } },
        body,
      });
      return data;
    },
    onSuccess: (payment) => {
      if (!payment) return;
      told(m.db_payments_recorded({ number: payment.number }));
      void navigate({ to: '/payments/$id', params: { id: payment.id } });
    },
    onError: (error) => {
      complained(errorMessage(error));
      if (isConflict(error)) onRefused();
    },
    onSettled: () => queries.invalidateQueries({ queryKey: ['get'] }),
  });
}
