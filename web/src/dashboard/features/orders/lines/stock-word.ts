import { count } from '@/i18n/format.ts';
import { m } from '@/i18n/paraglide.gen/messages.js';

/** `5 dispo`. */
export function stockWord(free: number): string {
  return free > 0 ? m.db_alloc_available({ n: count(free) }) : m.db_order_lines_sold_out();
}
