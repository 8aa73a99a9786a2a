/** An order on its way: sent, placed, or refused with a reason that belongs to what was sent. */
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import type { ShortLine } from '@/domain/cart.ts';
import { useStored } from '@/lib/stored.ts';
import { takeOrdered } from '../../state/cart-store.ts';
import { forgetDraftIds } from '../../state/draft-ids.ts';
import {
  isDoubtful,
  lastPurchaseStore,
  placedOrderStore,
  type Unanswered,
  unansweredStore,
} from '../../state/purchase-store.ts';
import {
  forgetTurnedAway,
  isDecided,
  isInFlight,
  isUnanswered,
  type Placed,
  placeOrder,
  underItsKey,
} from './place-order.ts';
import { type Refusal, type Refused, refusalOf } from './refusal.ts';

/** How often, and how fast, an order that the shop still works on is asked for again. */
const IN_FLIGHT = { tries: 5, everyMs: 1_000 };

interface Outcomes {
  readonly onPlaced: (redirectPath: string | undefined) => void;
  /** Prices, stock or delivery are not what was shown. */
  readonly onOutdated: () => void;
  /** The lines of which there are too few pieces; none of what is sent anew. */
  readonly onShort: ((lines: readonly ShortLine[]) => void) | undefined;
}

type Sending = Pick<Refused, 'sent' | 'isOther'>;

export function usePlacing({ onPlaced, onOutdated, onShort }: Outcomes) {
  const [refused, setRefused] = useState<Refused>();
  const order = useMutation({
    mutationFn: ({ sent }: Sending) => placeOrder(sent),
    retry: (failures, error) => isInFlight(error) && failures < IN_FLIGHT.tries,
    retryDelay: IN_FLIGHT.everyMs,
    onSuccess: (placed, { isOther }) => {
      remember(placed);
      if (!isOther) forgetTurnedAway(placed.sent);
      onPlaced(placed.redirectPath);
    },
    onError: (error, { sent, isOther }) => {
      const refusal = refusalOf(error, sent.submission.lines);
      const mayExist = unansweredStore.get().some((one) => one.key === sent.key && isDoubtful(one));
      setRefused({ refusal, sent, isOther, mayExist });
      if (isOutdated(refusal)) onOutdated();
      if (refusal.kind === 'out_of_stock') onShort?.(refusal.lines);
      if (refusal.kind === 'cooldown') {
        lastPurchaseStore.set({ at: Date.now(), pause: refusal.seconds });
      }
    },
  });
  const send = (sent: Unanswered, isOther = false) => {
    setRefused(undefined);
    onShort?.([]);
    order.mutate({ sent, isOther });
  };
  const sendAgain = (sent: Unanswered, isOther: boolean) => {
    if (isUnanswered(sent)) send(sent, isOther);
  };
  const elsewhere = useEndElsewhere(refused);
  const isAnswered = elsewhere === 'answered';
  return {
    busy: order.isPending,
    refused: elsewhere ? undefined : refused,
    /** What failed here, and had its answer in another tab since. */
    answered: isAnswered ? refused?.sent : undefined,
    /** Its sheet also closes by itself, when another tab has the answer: that is still to be said. */
    dismiss: () => {
      if (!isAnswered) setRefused(undefined);
    },
    send,
    /** Sends once more what has no answer; nothing, once another tab has had that. */
    sendAgain,
    /** Sends once more what did not go, whatever the page shows. */
    retry: () => {
      if (!refused) return;
      const { sent, isOther } = refused;
      if (isRefusedForGood(refused)) send(underItsKey(sent.submission), isOther);
      else sendAgain(sent, isOther);
    },
  };
}

/** Whether there is no such order, and none comes under its key. */
function isRefusedForGood({ refusal }: Refused): boolean {
  return refusal.kind === 'failed' ? isDecided(refusal.error) : refusal.kind !== 'cooldown';
}

/**
 * What became of what got no answer here, and waits for none any more: another tab sent it again, or ordered something else in place
 * of what was turned away.
 */
function useEndElsewhere(refused: Refused | undefined): 'answered' | 'forgotten' | undefined {
  const unanswered = useStored(unansweredStore);
  const [last, setLast] = useState<Unanswered>();
  const kept = unanswered.find(({ key }) => key === refused?.sent.key);
  if (kept && kept !== last) setLast(kept);
  if (!refused || kept || isRefusedForGood(refused)) return undefined;
  const mayExist = last?.key === refused.sent.key ? isDoubtful(last) : refused.mayExist;
  return mayExist ? 'answered' : 'forgotten';
}

function remember({ order, sent, placedAt, pause }: Placed): void {
  placedOrderStore.set({ ...order, placedAt });
  lastPurchaseStore.set({ at: placedAt, ...(pause !== undefined && { pause }) });
  if (sent.fromCart) takeOrdered(sent.lines);
  forgetDraftIds();
}

/** Whether what the page shows is no longer so. */
function isOutdated({ kind, ...refusal }: Refusal): boolean {
  if (kind === 'fields') return 'fields' in refusal && refusal.fields.includes('transporter');
  return ['price_changed', 'out_of_stock', 'quantities', 'unavailable'].includes(kind);
}
