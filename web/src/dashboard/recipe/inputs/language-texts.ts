/** A text in the shop's languages, as a form holds it. */
export const LANGUAGES = ['fr', 'ar', 'en'] as const;

export type LanguageTexts = Readonly<Record<(typeof LANGUAGES)[number], string>>;

export const NO_TEXTS: LanguageTexts = { fr: '', ar: '', en: '' };
