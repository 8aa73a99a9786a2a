import { m } from '@/i18n/paraglide.gen/messages.js';
import type { Delivery } from './draft.ts';

export const DELIVERY_WORDS: Record<Delivery, () => string> = {
  home: m.db_tariff_home,
  desk: m.db_tariff_desk,
};
