import { m } from '@/i18n/paraglide.gen/messages.js';
import { complained } from '@/ui/rich/toasts.tsx';

/** Whether something is still looked for or chosen, and said so: what is sent without it would lack it. */
export function waitsForItem(say: () => string = m.db_order_lines_adding): boolean {
  const isAdding = document.querySelector('[data-adding]') !== null;
  if (isAdding) complained(say());
  return isAdding;
}
