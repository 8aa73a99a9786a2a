/** What languages call themselves. */
import { m } from '@/i18n/paraglide.gen/messages.js';
import type { Language } from './draft.ts';

export const LANGUAGE_NAMES: Record<Language, () => string> = {
  fr: m.db_lang_fr,
  ar: m.db_lang_ar,
  en: m.db_lang_en,
};
