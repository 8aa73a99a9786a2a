import { latinDigits } from '@/domain/digits.ts';

export const MOST_AT_ONCE = 1_000_000;
const MOST_ON_HAND = 1_000_000_000;

/** A whole number from 1 to a million; `null` for anything else. */
export function parseQuantity(text: string): number | null {
  const quantity = parseWhole(text);
  return quantity !== null && quantity >= 1 && quantity <= MOST_AT_ONCE ? quantity : null;
}

/** A whole number from 0 to a billion, as many as a warehouse holds of one thing; `null` for anything else. */
export function parseCount(text: string): number | null {
  const counted = parseWhole(text);
  return counted !== null && counted <= MOST_ON_HAND ? counted : null;
}

function parseWhole(text: string): number | null {
  const digits = latinDigits(text).replace(/[\s\u066c]/g, '');
  return /^\d{1,10}$/.test(digits) ? Number(digits) : null;
}
