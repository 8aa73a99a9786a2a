import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { m } from '@/i18n/paraglide.gen/messages.js';
import { complained, told } from '@/ui/rich/toasts.tsx';
import { client } from '../../data/api.ts';
import { currentOf, errorMessage } from '../../data/messages.ts';
import type { OrderDetail } from '../../data/types.ts';
import { useSingle } from '../../data/use-single.ts';
import { statusWord } from '../../order-status.ts';
import type { Held } from './allocation.ts';
import { orderQuery } from './queries.ts';
import type { StepName } from './steps.ts';

/** What a step was told in its form. */
export interface StepAnswer {
  note?: string;
  reason?: string;
  trackingNumber?: string;
  nextCallAt?: string;
}

/** A step onto the version that was seen when it was decided. */
export interface StepBody extends StepAnswer {
  version: number;
}

interface Taking {
  name: StepName;
  body: StepBody;
  /** In a dialog, which tells a refusal. */
  isAsked: boolean;
}

export interface OrderStep {
  /** Takes a step that has nothing to be told; a refusal is told by itself. */
  press: (name: StepName) => void;
  /** Fails with the refusal of the shop. */
  take: (name: StepName, body: StepBody) => Promise<void>;
  taking: StepName | undefined;
  /** The last that was taken here. */
  taken: StepName | undefined;
  /** The last try met a newer state; it is shown now. */
  isStale: boolean;
}

/** Moves the order one step along its way: a press from the version that is on the screen, a dialog from the one it was opened on. */
export function useOrderStep(order: OrderDetail, allocations: readonly Held[]): OrderStep {
  const queries = useQueryClient();
  const [isStale, setStale] = useState(false);
  const key = orderQuery(order.id).queryKey;
  const mutation = useMutation({
    mutationFn: async ({ name, body }: Taking) => {
      const { data } = await client.POST('/dashboard/api/orders/{id}/transitions', {
        params: { path: { id: order.id } },
        body: {
          to: name,
          ...body,
          ...(name === 'preparing' && allocations.length > 0 && { allocations: [...allocations] }),
        },
      });
      return data;
    },
    onMutate: () => setStale(false),
    onSuccess: (moved) => {
      if (!moved) return;
      queries.setQueryData(key, moved);
      told(m.db_order_moved({ number: moved.number, status: statusWord(moved.status) }));
    },
    onError: (error, { body, isAsked }) => {
      const current = currentOf<OrderDetail>(error);
      if (current) queries.setQueryData(key, current);
      if (current && current.version !== body.version) setStale(true);
      else if (!isAsked) complained(errorMessage(error));
    },
    onSettled: (_moved, _error, { isAsked }) => {
      // Lists and counts; the order itself, where a refusal didn't bring it.
      const anew = queries.invalidateQueries({ queryKey: ['get'] });
      // A dialog closes before they are here.
      return isAsked ? undefined : anew;
    },
  });
  const press = useSingle(mutation);
  return {
    press: (name) => void press({ name, body: { version: order.version }, isAsked: false }),
    take: async (name, body) => void (await mutation.mutateAsync({ name, body, isAsked: true })),
    taking: mutation.isPending ? mutation.variables.name : undefined,
    taken: mutation.isSuccess ? mutation.variables.name : undefined,
    isStale,
  };
}
