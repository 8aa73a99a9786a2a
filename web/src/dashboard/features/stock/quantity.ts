const MOST_AT_ONCE = 1_000_000;

/** A whole number from 1 to a million; `null` for anything else. */
export function parseQuantity(text: string): number | null {
  const digits = text.replace(/\s/g, '');
  if (!/^\d{1,7}$/.test(digits)) return null;
  const quantity = Number(digits);
  return quantity >= 1 && quantity <= MOST_AT_ONCE ? quantity : null;
}
