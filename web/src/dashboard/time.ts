/** Moments as the shop lives them: the time zone is Africa/Algiers whatever the browser's. */
import { type Locale, locale } from '@/i18n/locale.ts';

const INTL: Record<Locale, string> = { fr: 'fr-FR', ar: 'ar-DZ-u-nu-latn', en: 'en-GB' };
const TIME_ZONE = 'Africa/Algiers';
const DAY_MS = 86_400_000;
/** Algeria is an hour ahead of UTC the whole year. */
const SHOP_OFFSET_MS = 3_600_000;

function formatted(at: Date, options: Intl.DateTimeFormatOptions): string {
  return new Intl.DateTimeFormat(INTL[locale()], { timeZone: TIME_ZONE, ...options }).format(at);
}

/** `2026-11-21`, in the shop's time zone. */
function shopDay(at: Date): string {
  return new Intl.DateTimeFormat('en-CA', { timeZone: TIME_ZONE }).format(at);
}

/** `10:41`. */
export function clock(iso: string | Date): string {
  return formatted(new Date(iso), { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' });
}

/** `20 nov.` */
export function dayMonth(iso: string): string {
  return formatted(new Date(iso), { day: 'numeric', month: 'short' });
}

/** `Samedi 21 novembre`. */
export function longDay(at: Date): string {
  const text = formatted(at, { weekday: 'long', day: 'numeric', month: 'long' });
  return text.charAt(0).toLocaleUpperCase(INTL[locale()]) + text.slice(1);
}

/** `sam. 21`, of a `YYYY-MM-DD` of the shop. */
export function shortDay(date: string): string {
  return formatted(new Date(`${date}T12:00:00Z`), { day: 'numeric', month: 'short' });
}

export function isToday(iso: string, now = new Date()): boolean {
  return shopDay(new Date(iso)) === shopDay(now);
}

/** Days since, as a calendar in the shop has them: of yesterday evening 1. */
export function daysSince(iso: string, now = new Date()): number {
  const day = (at: number) => Math.floor((at + SHOP_OFFSET_MS) / DAY_MS);
  return Math.max(0, day(now.getTime()) - day(Date.parse(iso)));
}

/** `2026-11-30T18:00` in the shop's time. */
export function shopTime(iso: string | null | undefined): string {
  return iso ? new Date(Date.parse(iso) + SHOP_OFFSET_MS).toISOString().slice(0, 16) : '';
}

/** The moment that a time in the shop means; `null` for none. */
export function momentOf(local: string): string | null {
  const at = Date.parse(`${local}:00Z`);
  return local && !Number.isNaN(at) ? new Date(at - SHOP_OFFSET_MS).toISOString() : null;
}

/** What has these bounds would end before it begins. */
export function isBackwards({ startsAt, endsAt }: { startsAt: string; endsAt: string }): boolean {
  return startsAt !== '' && endsAt !== '' && endsAt <= startsAt;
}
