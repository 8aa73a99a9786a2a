/** How likely a parcel is to come back, judged by what became of the same phone's earlier orders. */

export interface History {
  orders: number;
  delivered: number;
  refused: number;
}

export type Risk = 'unknown' | 'low' | 'medium' | 'high';

/** From a third refused on, call twice; from a half on, think twice. */
const MEDIUM_FROM = 1 / 3;
const HIGH_FROM = 1 / 2;

export function riskOf({ delivered, refused }: History): Risk {
  const ended = delivered + refused;
  if (ended === 0) return 'unknown';
  const share = refused / ended;
  if (share >= HIGH_FROM) return 'high';
  return share >= MEDIUM_FROM ? 'medium' : 'low';
}
