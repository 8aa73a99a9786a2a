import { useState } from 'react';
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
  /** It may be moved between warehouses now. */
  isEditable: boolean;
  isComplete: boolean;
  allocation: Allocation;
  needs: readonly Need[];
  offers: readonly Offer[];
  warehouses: readonly Warehouse[];
  /** What to send with the step to `preparing`; nothing when it can't be moved. */
  parts: readonly Held[];
  set: (allocation: Allocation) => void;
}

/** The quantity allocation form of an order: what it holds, as edited. A newer state of the order starts it anew. */
export function useAllocation(order: OrderDetail): AllocationState {
  const [edit, setEdit] = useState<{ version: number; allocation: Allocation } | null>(null);
  const reservation = order.reservation;
  const held = reservation?.held ?? [];
  const offers = reservation?.offers ?? [];
  const needs = mergedNeeds(order.lines.flatMap((line) => line.stockItems));
  const warehouses = offeringWarehouses(offers);
  const allocation = edit?.version === order.version ? edit.allocation : fromHeld(held);
  const isEditable = order.allowedTransitions.includes('preparing') && offers.length > 0;
  return {
    isShown: offers.length > 0 && ['confirmed', 'preparing'].includes(order.status),
    isEditable,
    isComplete: !isEditable || isComplete(allocation, needs, offers, warehouses),
    allocation,
    needs,
    offers,
    warehouses,
    parts: isEditable ? toParts(allocation, needs, warehouses) : [],
    set: (next) => setEdit({ version: order.version, allocation: next }),
  };
}
