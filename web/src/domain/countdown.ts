/** End times of promotions come as `2026-11-30 CET 23:59:59`, one hour ahead of UTC (spec 4). */
import { SHOP_OFFSET_MS } from './shop-day.ts';

const PATTERN = /^(\d{4})-(\d{2})-(\d{2}) CET (\d{2}):(\d{2})(?::(\d{2}))?$/;

export interface TimeLeft {
  readonly days: number;
  readonly hours: number;
  readonly minutes: number;
  readonly seconds: number;
}

/** Milliseconds since the epoch, or `undefined` for a text of another shape. */
export function endTime(text: string): number | undefined {
  const parts = PATTERN.exec(text);
  if (!parts) return undefined;
  const [year, month, day, hour, minute, second] = parts.slice(1).map((part) => Number(part ?? 0));
  return Date.UTC(year ?? 0, (month ?? 1) - 1, day, hour, minute, second) - SHOP_OFFSET_MS;
}

/** What remains, or `undefined` when the time is over. */
export function timeLeft(end: number, now: number): TimeLeft | undefined {
  const total = Math.floor((end - now) / 1000);
  if (total <= 0) return undefined;
  return {
    days: Math.floor(total / 86_400),
    hours: Math.floor((total % 86_400) / 3_600),
    minutes: Math.floor((total % 3_600) / 60),
    seconds: total % 60,
  };
}
