import { m } from '@/i18n/paraglide.gen/messages.js';

/** Who did it: the gateway names people; the shopper and the shop itself by these words. */
export function actorWords(actor: string): string {
  if (actor === 'client') return m.db_event_by_customer();
  return actor === 'souk' || actor === '' ? m.db_event_by_shop() : m.db_event_by({ name: actor });
}
