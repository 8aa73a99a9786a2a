/** A text in the shop's languages, as a form holds it. */
import { locale } from '@/i18n/locale.ts';

export const LANGUAGES = ['fr', 'ar', 'en'] as const;

export type LanguageTexts = Readonly<Record<(typeof LANGUAGES)[number], string>>;

/** Makes of a text what it shall be. */
export type TextsEdit = (before: LanguageTexts) => LanguageTexts;

export const NO_TEXTS: LanguageTexts = { fr: '', ar: '', en: '' };

/** In the page's language, else in French. */
export function written(texts: LanguageTexts): string {
  return texts[locale()] || texts.fr;
}
