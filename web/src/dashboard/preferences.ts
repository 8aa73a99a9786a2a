/** What a person chose for this browser: language, folded menu. The theme lives in `@/theme/theme.ts`. */
import { LOCALES, type Locale } from '@/i18n/locale.ts';
import { readText, writeText } from '@/lib/storage.ts';

const LOCALE_KEY = 'dashboard-locale';
/** The key of spec 9. */
const COLLAPSED_KEY = 'navbar-vertical-collapsed';

function isLocale(code: string | null | undefined): code is Locale {
  return LOCALES.some((known) => known.code === code);
}

/** The stored language, else the browser's, else French. */
export function preferredLocale(): Locale {
  const stored = [readText(LOCALE_KEY, () => sessionStorage), readText(LOCALE_KEY)].find(isLocale);
  if (stored) return stored;
  const spoken = navigator.languages.map((tag) => tag.slice(0, 2)).find(isLocale);
  return spoken ?? 'fr';
}

/** Another language is another page: everything is said again from the start. */
export function switchLocale(locale: Locale): void {
  // What the browser has no room for is this tab's alone.
  const isStored = writeText(LOCALE_KEY, locale);
  writeText(LOCALE_KEY, isStored ? null : locale, () => sessionStorage);
  window.location.reload();
}

export function isMenuCollapsed(): boolean {
  return readText(COLLAPSED_KEY) === 'true';
}

export function rememberMenuCollapsed(collapsed: boolean): void {
  writeText(COLLAPSED_KEY, String(collapsed));
}
