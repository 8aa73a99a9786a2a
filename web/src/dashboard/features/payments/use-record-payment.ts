import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { ApiError } from '@/api/errors.ts';
import { m } from '@/i18n/paraglide.gen/messages.js';
import { complained, told } from '@/ui/rich/toasts.tsx';
import { client } from '../../data/api.ts';
import { errorMessage } from '../../data/messages.ts';
import { useIntent } from '../../recipe/form/use-intent.ts';

/** What is sent, the same each time. */
export interface Recording {
  transporterId: string;
  orderIds: string[];
  reference: string;
  /** In dinars, where it was entered. */
  received?: number;
  differenceReason?: string;
}

/** Books a payment once, however often the same one is sent, and shows its receipt. */
export function useRecordPayment(transporterId: string) {
  const queries = useQueryClient();
  const navigate = useNavigate();
  const [refused, setRefused] = useState<readonly string[]>([]);
  const intent = useIntent<Recording>('payment');
  const record = useMutation({
    mutationFn: async (body: Recording) => {
      const { data } = await intent.once(body, (key) =>
        client.POST('/dashboard/api/payments/transporter-payments', {
          params: { header: { 'Idempotency-Key': key } },
          body,
        }),
      );
      return data;
    },
    onSuccess: (payment) => {
      if (!payment) return;
      told(m.db_payments_recorded({ number: payment.number }));
      void navigate({ to: '/payments/$id', params: { id: payment.id }, ignoreBlocker: true });
    },
    onError: (error) => {
      complained(errorMessage(error));
      setRefused(ordersAtFault(error));
    },
    onSettled: () => queries.invalidateQueries({ queryKey: ['get'] }),
  });
  const isThisOne = ({ content }: { content: Recording }) => content.transporterId === transporterId;
  return {
    record,
    /** Ids of orders that the last refusal names. */
    refused,
    /** Of this transporter, sent before: its orders may be booked and gone from the list. */
    unanswered: record.isPending ? undefined : intent.unanswered().find(isThisOne)?.content,
  };
}

/** The orders that a refusal names. */
function ordersAtFault(error: Error): string[] {
  const orders = error instanceof ApiError ? error.facts.orders : undefined;
  return typeof orders === 'string' ? orders.split(',') : [];
}
