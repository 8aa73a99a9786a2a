/**
 * Amounts as staff type them (spec 5): digits of either alphabet, a space between thousands, a comma and at most two decimals. The
 * text is kept apart from the amount so that typing is never fought.
 */
import { latinNumber } from '@/domain/digits.ts';
import { type Centimes, centimes } from '@/domain/money.ts';
import { money } from '@/i18n/format.ts';

const GROUP = '\u202f';
const TYPED = /^(\d{1,12})(?:[.,](\d{0,2}))?$/;
/** `1.234,50` or `1,234.50`: each sign says what the other is. One sign before three digits says neither. */
const GROUPED = /^\d{1,3}([.,])\d{3}(?:\1\d{3})*(?!\1)[.,]\d{0,2}$/;

/** The amount that a text means; `null` when it is none. */
export function parseMoney(text: string): Centimes | null {
  const match = TYPED.exec(ungrouped(latinNumber(text).replace(/\s/g, '')));
  if (!match) return null;
  const fraction = (match[2] ?? '').padEnd(2, '0');
  return centimes(Number(`${match[1]}${fraction}`));
}

function ungrouped(text: string): string {
  const group = GROUPED.exec(text)?.[1];
  return group === undefined ? text : text.replaceAll(group, '');
}

/** What of a text can be of an amount, as it was typed: an exchanged digit would move the caret. */
export function moneyCharacters(text: string): string {
  return text.replace(/[^\d\u0660-\u0669\u06f0-\u06f9\s.,\u060c\u066b\u066c]/g, '');
}

/** `1 234,50`: as it stands after leaving the field. */
export function moneyText(amount: Centimes): string {
  const digits = String(amount).padStart(3, '0');
  const whole = digits.slice(0, -2).replace(/\B(?=(\d{3})+$)/g, GROUP);
  return `${whole},${digits.slice(-2)}`;
}

/** The dinar's sign in the page's language. */
export function currency(): string {
  return money(centimes(0)).split('\u00a0')[1] ?? '';
}
