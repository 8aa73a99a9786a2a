/** Moments as the shop lives them: the time zone is Africa/Algiers whatever the browser's. */
import { DAY_MS, SHOP_OFFSET_MS, shopDay } from '@/domain/shop-day.ts';
import { inShopTime } from '@/i18n/in-shop-time.ts';
import { locale } from '@/i18n/locale.ts';

/** `10:41`. */
export function clock(iso: string | Date): string {
  return inShopTime(new Date(iso), { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' });
}

/** `20 nov.` */
export function dayMonth(iso: string): string {
  return inShopTime(new Date(iso), { day: 'numeric', month: 'short' });
}

/** `Samedi 21 novembre`, of a `YYYY-MM-DD` of the shop. */
export function longDay(date: string): string {
  const text = inShopTime(new Date(`${date}T12:00:00Z`), { weekday: 'long', day: 'numeric', month: 'long' });
  return text.charAt(0).toLocaleUpperCase(locale()) + text.slice(1);
}

/** `sam. 21`, of a `YYYY-MM-DD` of the shop. */
export function shortDay(date: string): string {
  return inShopTime(new Date(`${date}T12:00:00Z`), { day: 'numeric', month: 'short' });
}

export function isToday(iso: string, today: string): boolean {
  return shopDay(Date.parse(iso)) === today;
}

/** Days since, as a calendar in the shop has them: of yesterday evening 1. */
export function daysSince(iso: string, today: string): number {
  return Math.max(0, (Date.parse(today) - Date.parse(shopDay(Date.parse(iso)))) / DAY_MS);
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
