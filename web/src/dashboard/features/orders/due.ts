import { m } from '@/i18n/paraglide.gen/messages.js';

/** Nobody owes anything for it any more. */
export function isOver(status: string): boolean {
  return status === 'returned' || status === 'cancelled';
}

/** What the total of an order is: to collect, collected, or of a sale that came to nothing. */
export function dueWord(status: string): string {
  if (status === 'settled') return m.db_order_collected();
  return isOver(status) ? m.db_order_total() : m.db_order_to_collect();
}
