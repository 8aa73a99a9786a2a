/** A place among others as it is typed: lower comes first. */
import { latinDigits } from '@/domain/digits.ts';

const MOST_POSITION = 1_000_000;

/** `null` where it is none. */
export function parsePosition(text: string): number | null {
  const digits = latinDigits(text.trim());
  const position = /^\d{1,7}$/.test(digits) ? Number(digits) : Number.NaN;
  return position <= MOST_POSITION ? position : null;
}
