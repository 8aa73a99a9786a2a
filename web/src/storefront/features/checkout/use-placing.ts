/** An order on its way: sent, placed, or refused with a reason that belongs to what was sent. */
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { COOLDOWN_SECONDS } from '@/domain/cooldown.ts';
import { takeOrdered } from '../../state/cart-store.ts';
import { keepDraftId } from '../../state/draft-ids.ts';
import { lastPurchaseStore, placedOrderStore, type Submission } from '../../state/purchase-store.ts';
import { isInFlight, type Placed, placeOrder } from './place-order.ts';
import { type Refusal, type Refused, refusalOf } from './refusal.ts';

/** How often, and how fast, an order that the shop still works on is asked for again. */
const IN_FLIGHT = { tries: 5, everyMs: 1_000 };

interface Outcomes {
  readonly onPlaced: (redirectPath: string | undefined) => void;
  /** Prices, stock or delivery are not what was shown. */
  readonly onOutdated: () => void;
}

type Sending = Omit<Refused, 'refusal'>;

export function usePlacing({ onPlaced, onOutdated }: Outcomes) {
  const [refused, setRefused] = useState<Refused>();
  const order = useMutation({
    mutationFn: ({ sent }: Sending) => placeOrder(sent),
    retry: (failures, error) => isInFlight(error) && failures < IN_FLIGHT.tries,
    retryDelay: IN_FLIGHT.everyMs,
    onSuccess: (placed) => {
      remember(placed);
      onPlaced(placed.redirectPath);
    },
    onError: (error, sending) => {
      const refusal = refusalOf(error, sending.sent.lines);
      setRefused({ refusal, ...sending });
      if (isOutdated(refusal)) onOutdated();
      if (refusal.kind === 'cooldown') {
        lastPurchaseStore.set(Date.now() - (COOLDOWN_SECONDS - refusal.seconds) * 1000);
      }
    },
  });
  const send = (sent: Submission, isOther = false) => {
    setRefused(undefined);
    order.mutate({ sent, isOther });
  };
  return {
    busy: order.isPending,
    refused,
    dismiss: () => setRefused(undefined),
    send,
    /** Sends once more what did not go, whatever the page shows. */
    retry: () => refused && send(refused.sent, refused.isOther),
  };
}

function remember({ order, sent }: Placed): void {
  const [line] = sent.lines;
  placedOrderStore.set(order);
  lastPurchaseStore.set(Date.now());
  if (sent.fromCart) takeOrdered(sent.lines);
  keepDraftId(sent.fromCart || !line ? 'cart' : line, null);
}

/** Whether what the page shows is no longer so. */
function isOutdated({ kind, ...refusal }: Refusal): boolean {
  if (kind === 'fields') return 'fields' in refusal && refusal.fields.includes('transporter');
  return kind === 'price_changed' || kind === 'out_of_stock' || kind === 'unavailable';
}
