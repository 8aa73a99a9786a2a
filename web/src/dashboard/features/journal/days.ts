/** Days of the shop: Algeria is one hour ahead of UTC all year. */
const OFFSET = '+01:00';
const DAY_MS = 86_400_000;

/** The moment at which a day (`2026-11-21`) begins, in UTC. */
export function startOfDay(day: string): string {
  return new Date(`${day}T00:00:00${OFFSET}`).toISOString();
}

/** The moment at which it is over. */
export function endOfDay(day: string): string {
  return new Date(Date.parse(`${day}T00:00:00${OFFSET}`) + DAY_MS).toISOString();
}
