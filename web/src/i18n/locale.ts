/**
 * The page's language comes from its address: French has no prefix, `/ar` and `/en` do. It is read once at
 * start; another language is another page, so nothing in the app changes language while it runs.
 */
import { overwriteGetLocale } from './paraglide.gen/runtime.js';

export type Locale = 'fr' | 'ar' | 'en';

export const LOCALES: readonly { code: Locale; name: string }[] = [
  { code: 'fr', name: 'Français' },
  { code: 'ar', name: 'العربية' },
  { code: 'en', name: 'English' },
];

/** `/ar/catalog/…` is Arabic; whatever has no known prefix is French. */
export function localeOfPath(path: string): Locale {
  const prefix = /^\/(ar|en)(?:\/|$)/.exec(path)?.[1];
  return prefix === 'ar' || prefix === 'en' ? prefix : 'fr';
}

/** Where the app's routes begin in this language. */
export function basePath(locale: Locale): string {
  return locale === 'fr' ? '/' : `/${locale}`;
}

/**
 * What browsers take for another site's name behind it where it begins an address: they read a backslash as a slash, and no
 * tab or new line at all.
 */
const TO_ANOTHER_SITE = /^[\\/\t\n\r]+/;

/** The same page in another language; always one of this site. */
export function pathInLocale(path: string, locale: Locale): string {
  const bare = `/${path.replace(/^\/(ar|en)(?=[\\/]|$)/, '').replace(TO_ANOTHER_SITE, '')}`;
  if (locale === 'fr') return bare;
  return bare === '/' ? `/${locale}` : `/${locale}${bare}`;
}

export function directionOf(locale: Locale): 'ltr' | 'rtl' {
  return locale === 'ar' ? 'rtl' : 'ltr';
}

let current: Locale = 'fr';
// Messages ask for the language at each call: a constant answers quicker than the address does.
overwriteGetLocale(() => current);

/** The language in use. */
export function locale(): Locale {
  return current;
}

/** Puts the app and the document in a language, before the first render. */
export function startLocale(wanted: Locale): void {
  current = wanted;
  document.documentElement.lang = wanted;
  document.documentElement.dir = directionOf(wanted);
}
