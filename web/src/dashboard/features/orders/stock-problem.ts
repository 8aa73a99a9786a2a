import { m } from '@/i18n/paraglide.gen/messages.js';

const BEFORE_IT_LEAVES = ['placed', 'unreachable', 'confirmed', 'preparing'];

/** What keeps an order from being prepared, while that still matters. */
export function stockProblem({ status, stock }: { status: string; stock: string }): string | null {
  if (!BEFORE_IT_LEAVES.includes(status)) return null;
  if (stock === 'rejected') return m.db_stock_rejected();
  if (stock === 'released') return m.db_stock_released();
  return stock === 'pending' ? m.db_stock_pending() : null;
}
