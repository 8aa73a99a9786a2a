/** What each transporter is given: the parcels in their order, and what they collect in all. */
import { type Centimes, fromDinars, sum } from '@/domain/money.ts';
import type { PaperOrder } from '../../../data/types.ts';
import { grouped } from './grouped.ts';

export interface Handover {
  readonly transporterId: string;
  readonly transporter: string;
  readonly parcels: readonly PaperOrder[];
  readonly total: Centimes;
}

/** One per transporter, in the order in which the first parcels of each come. */
export function handoversOf(orders: readonly PaperOrder[]): Handover[] {
  const byTransporter = grouped(orders, ({ transporterId }) => transporterId);
  return [...byTransporter].map(([transporterId, parcels]) => ({
    transporterId,
    transporter: parcels[0]?.transporter ?? '',
    parcels,
    total: sum(parcels.map(({ total }) => fromDinars(total))),
  }));
}

/** Pieces in a parcel: a pack counts as one, as it is ordered. */
export function piecesOf({ lines }: PaperOrder): number {
  return lines.reduce((pieces, { quantity }) => pieces + quantity, 0);
}
