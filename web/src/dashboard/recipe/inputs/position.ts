/** A place among others as it is typed: lower comes first. */
const MOST_POSITION = 1_000_000;

/** `null` where it is none. */
export function parsePosition(text: string): number | null {
  const position = /^\d{1,7}$/.test(text.trim()) ? Number(text) : Number.NaN;
  return position <= MOST_POSITION ? position : null;
}
