/** Days as the shop lives them: of Algiers, an hour ahead of UTC all the year whatever the browser's time zone, written `2026-12-12`. */

export const SHOP_OFFSET_MS = 3_600_000;
export const DAY_MS = 86_400_000;

/** The day that a moment is of. */
export function shopDay(at: number = Date.now()): string {
  return new Date(at + SHOP_OFFSET_MS).toISOString().slice(0, 10);
}

/** Milliseconds until the next day begins. */
export function untilNextDay(at: number = Date.now()): number {
  return Date.parse(shopDay(at)) + DAY_MS - SHOP_OFFSET_MS - at;
}
