import { m } from '@/i18n/paraglide.gen/messages.js';
import { complained } from '@/ui/rich/toasts.tsx';

/** Whether something is still looked for or chosen, and said so: what is sent without it would lack it. */
export function waitsForItem(): boolean {
  const isAdding = document.querySelector('[data-lines] [data-adding]') !== null;
  if (isAdding) complained(m.db_order_lines_adding());
  return isAdding;
}
