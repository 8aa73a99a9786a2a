/** Moments as the shop lives them: the time zone is Africa/Algiers whatever the browser's. */
import { type Locale, locale } from './locale.ts';

const INTL: Record<Locale, string> = { fr: 'fr-FR', ar: 'ar-DZ-u-nu-latn', en: 'en-GB' };
const TIME_ZONE = 'Africa/Algiers';

/** How a month is written in words. */
const WORDS = new Set<Intl.DateTimeFormatOptions['month']>(['long', 'short']);

const cache = new Map<string, Intl.DateTimeFormat>();

function dateFormat(options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const key = locale() + JSON.stringify(options);
  const known = cache.get(key);
  if (known) return known;
  const made = new Intl.DateTimeFormat(INTL[locale()], { timeZone: TIME_ZONE, ...options });
  cache.set(key, made);
  return made;
}

/**
 * A moment in the shop's time zone, whatever the browser's. French has a word of its own for the first of a month, which browsers don't
 * write.
 */
export function inShopTime(at: Date, options: Intl.DateTimeFormatOptions): string {
  const format = dateFormat(options);
  if (locale() !== 'fr' || !WORDS.has(options.month)) return format.format(at);
  const parts = format.formatToParts(at);
  return parts.map(({ type, value }) => (type === 'day' && value === '1' ? '1er' : value)).join('');
}
