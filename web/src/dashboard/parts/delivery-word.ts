import { m } from '@/i18n/paraglide.gen/messages.js';

/** To the door or to a desk. */
export function deliveryWord(type: string): string {
  return type === 'desk' ? m.db_delivery_desk() : m.db_delivery_home();
}
