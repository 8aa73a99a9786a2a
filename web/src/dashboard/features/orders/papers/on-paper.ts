/**
 * Which orders stand on which paper: what has left is taken from no shelf, what has arrived is stuck on no parcel. What a
 * transporter signs for is what somebody confirmed and nobody has brought to a door yet.
 */
import type { PaperOrder } from '../../../data/types.ts';
import type { Status } from '../../../order-status.ts';
import type { Paper } from './search.ts';

const TO_SEND: readonly Status[] = ['placed', 'unreachable', 'confirmed', 'preparing'];
const TO_DELIVER: readonly Status[] = [...TO_SEND, 'shipped', 'attempted'];

/** `null` of a paper that orders have in every status. */
const STATUSES: Readonly<Record<Paper, readonly string[] | null>> = {
  slips: null,
  labels: TO_DELIVER,
  picking: TO_SEND,
  handover: ['confirmed', 'preparing', 'shipped'],
};

interface Parted {
  readonly shown: readonly PaperOrder[];
  /** Those that their status leaves out. */
  readonly others: readonly PaperOrder[];
}

export function onPaper(paper: Paper, orders: readonly PaperOrder[]): Parted {
  const stands = ({ status }: PaperOrder) => STATUSES[paper]?.includes(status) ?? true;
  return { shown: orders.filter(stands), others: orders.filter((order) => !stands(order)) };
}

/** What leaves the shop says whose it is, and where it goes. */
export function leavesShop(paper: Paper): boolean {
  return paper !== 'picking';
}
