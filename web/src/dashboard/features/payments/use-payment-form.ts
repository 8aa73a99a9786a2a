import { useState } from 'react';
import { type Centimes, centimes, toDinars } from '@/domain/money.ts';
import { count } from '@/i18n/format.ts';
import { m } from '@/i18n/paraglide.gen/messages.js';
import { parseMoney } from '@/ui/form/money-text.ts';
import type { UnpaidOrder } from '../../data/types.ts';
import { MOST_ORDERS, totalOf } from './owed.ts';
import type { Recording } from './use-record-payment.ts';

export interface PaymentForm {
  received: string;
  setReceived: (text: string) => void;
  /** What is wrong with what was entered as received: it is no amount, and not nothing either. */
  receivedError: string | null;
  reference: string;
  setReference: (text: string) => void;
  /** Why another amount was received than is ticked. */
  differenceReason: string;
  setDifferenceReason: (text: string) => void;
  /** The reason was typed for another difference than there is by now: it explains nothing until it is changed or kept. */
  isReasonOutdated: boolean;
  keepReason: () => void;
  /** Of the ticked orders. */
  total: Centimes;
  /** What was received; `null` where nothing readable was entered. */
  amount: Centimes | null;
  /** What was received less what was ticked; `null` where nothing was entered. */
  difference: Centimes | null;
  /** Why the payment can't be recorded yet. */
  obstacle: string | null;
  isSaving: boolean;
  /** Something was ticked or typed that is not recorded. */
  isDirty: boolean;
  submit: () => void;
}

/** Why another amount was received: of no other difference than the one that it was typed or kept for. */
interface Explained {
  reason: string;
  difference: Centimes | null;
}

export interface Recorder {
  isSaving: boolean;
  /** One that was sent before waits for its answer. */
  isUnanswered: boolean;
  onRecord: (recording: Omit<Recording, 'transporterId'>) => void;
}

/** What is typed about a payment; recording waits until what was received is explained. */
export function usePaymentForm(
  chosen: readonly UnpaidOrder[],
  { isSaving, isUnanswered, onRecord }: Recorder,
): PaymentForm {
  const [received, setReceived] = useState('');
  const [reference, setReference] = useState('');
  const [explained, setExplained] = useState<Explained>({ reason: '', difference: null });
  const total = totalOf(chosen);
  const amount = parseMoney(received);
  const difference = amount === null ? null : centimes(amount - total);
  const differenceReason = explained.reason;
  const explain = (reason: string) => setExplained({ reason, difference });
  const hasReason = differenceReason.trim() !== '';
  const isReasonOutdated = hasReason && explained.difference !== difference;
  const missing = difference ? missingReason(hasReason, isReasonOutdated) : null;
  // Recorded without an amount, the orders would count as paid in full.
  const receivedError = amount === null && received.trim() !== '' ? m.db_product_price_invalid() : null;
  const obstacle = isUnanswered
    ? m.db_payments_unanswered_first()
    : obstacleTo(chosen.length, receivedError ?? missing);
  return {
    received,
    setReceived,
    receivedError,
    reference,
    setReference,
    differenceReason,
    setDifferenceReason: explain,
    isReasonOutdated,
    keepReason: () => explain(differenceReason),
    total,
    amount,
    difference,
    obstacle,
    isSaving,
    isDirty: chosen.length > 0 || received !== '' || reference !== '',
    submit: () => {
      if (obstacle !== null) return;
      onRecord({
        orderIds: chosen.map(({ id }) => id),
        reference: reference.trim(),
        // The shop adds the orders up by itself: what was received is told, be it what they are worth here or not.
        ...(amount !== null && { received: toDinars(amount) }),
        ...(difference && { differenceReason: differenceReason.trim() }),
      });
    },
  };
}

function obstacleTo(ticked: number, wrong: string | null): string | null {
  if (ticked === 0) return m.db_payments_nothing_ticked();
  const over = ticked - MOST_ORDERS;
  return over > 0 ? m.db_payments_too_many({ n: count(MOST_ORDERS), over: count(over) }) : wrong;
}

function missingReason(hasReason: boolean, isOutdated: boolean): string | null {
  if (!hasReason) return m.db_payments_difference_blocks();
  return isOutdated ? m.db_payments_reason_outdated() : null;
}
