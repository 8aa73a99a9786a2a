/** The shop's languages as forms write them. */
import { m } from '@/i18n/paraglide.gen/messages.js';

export const LANGUAGES = ['fr', 'ar', 'en'] as const;
export type Language = (typeof LANGUAGES)[number];

/** What languages call themselves. */
export const LANGUAGE_NAMES: Record<Language, () => string> = {
  fr: m.db_lang_fr,
  ar: m.db_lang_ar,
  en: m.db_lang_en,
};
