/** The day from which on something can be ordered. Days of the shop, written `2026-12-12`. */
import { shopDay } from './shop-day.ts';

/** The day, while it is to come. What the shop says may be from before midnight. */
export function awaited(
  availableFrom: string | null | undefined,
  today: string = shopDay(),
): string | undefined {
  return availableFrom && availableFrom > today ? availableFrom : undefined;
}
