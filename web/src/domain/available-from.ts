/** The day from which on something can be ordered. Days of Algiers, an hour ahead of UTC all the year, written `2026-12-12`. */

const HOUR_MS = 3_600_000;

/** The day that a moment is of. */
function dayOf(now: number): string {
  return new Date(now + HOUR_MS).toISOString().slice(0, 10);
}

/** The day, while it is to come. What the shop says may be from before midnight. */
export function awaited(
  availableFrom: string | null | undefined,
  now: number = Date.now(),
): string | undefined {
  return availableFrom && availableFrom > dayOf(now) ? availableFrom : undefined;
}
