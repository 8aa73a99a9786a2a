import { useState } from 'react';
import { isSame } from '@/domain/merge.ts';
import type { OrderDetail } from '../../data/types.ts';
import {
  type Allocation,
  fromHeld,
  type Held,
  isComplete,
  mergedNeeds,
  type Need,
  type Offer,
  offeringWarehouses,
  toParts,
  type Warehouse,
} from './allocation.ts';

export interface AllocationState {
  /** The order holds stock that can be looked at or moved. */
  isShown: boolean;
  /** It may be moved between warehouses now: what foreign ones hold stays, and the step that moves goods needs them all. */
  isEditable: boolean;
  isComplete: boolean;
  /** It is another one than what is held, and not sent yet. */
  isEdited: boolean;
  /** What was edited was of other needs, or of other stock held, than there are by now: it starts anew. */
  isOutdated: boolean;
  /** What was edited waits: the stock was read before and can't be read now. */
  isUnread: boolean;
  allocation: Allocation;
  needs: readonly Need[];
  offers: readonly Offer[];
  warehouses: readonly Warehouse[];
  /** Those that hold pieces of the order and are none of this person's. */
  foreign: readonly Warehouse[];
  /** What to send with the step to `preparing`; nothing when it can't be moved. */
  parts: readonly Held[];
  set: (allocation: Allocation) => void;
}

/** What was edited, of what the order needed and held then. */
interface Edit {
  reservation: OrderDetail['reservation'];
  needs: readonly Need[];
  held: Allocation;
  allocation: Allocation;
}

/**
 * The quantity allocation form of an order: what it holds, as edited. It starts anew once the order needs or holds others; while
 * the stock can't be read, what was edited stays.
 */
export function useAllocation(order: OrderDetail): AllocationState {
  const [edit, setEdit] = useState<Edit | null>(null);
  const mayPrepare = order.allowedTransitions.includes('preparing');
  const reservation = order.reservation ?? (mayPrepare ? edit?.reservation : null);
  const held = fromHeld(reservation?.held ?? []);
  const offers = reservation?.offers ?? [];
  const needs = mergedNeeds(order.lines.flatMap((line) => line.stockItems));
  const warehouses = offeringWarehouses(offers);
  const foreign = warehouses.filter(({ isForeign }) => isForeign);
  const isCurrent = edit !== null && isSame(edit.needs, needs) && isSame(edit.held, held);
  const allocation = isCurrent ? edit.allocation : held;
  const isMovable = offers.length > 0 && foreign.length === 0;
  const isEditable = mayPrepare && isMovable;
  const partsOf = (one: Allocation) => toParts(one, needs, warehouses);
  const isChanged = isEditable && edit !== null && !isSame(partsOf(edit.allocation), partsOf(held));
  const isUnread = isChanged && !order.reservation;
  return {
    isShown: offers.length > 0 && ['confirmed', 'preparing'].includes(order.status),
    isEditable,
    isComplete: !isUnread && (!isEditable || isComplete(allocation, needs, offers, warehouses)),
    isEdited: isChanged && isCurrent,
    isOutdated: isChanged && !isCurrent,
    isUnread,
    allocation,
    needs,
    offers,
    warehouses,
    foreign,
    parts: isEditable ? partsOf(allocation) : [],
    set: (next) => setEdit({ reservation, needs, held, allocation: next }),
  };
}
