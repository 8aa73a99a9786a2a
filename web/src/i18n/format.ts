/**
 * Numbers, money and dates in the page's language. Digits are Latin in all three. Where money is markup, `<Price>`
 * and the dashboard's `<Amount>` isolate it in `<bdi>`, so that an Arabic line keeps its order. Its bare text is for
 * what can hold no element (accessible names, charts): U+202F between thousands and a no-break space before the unit
 * keep an amount in one piece there.
 */
import { type Centimes, toDecimalText } from '@/domain/money.ts';
import { shopDay } from '@/domain/shop-day.ts';
import { inShopTime } from './in-shop-time.ts';
import { locale } from './locale.ts';

const GROUP = '\u202f';
const NO_BREAK = '\u00a0';
function grouped(digits: string): string {
  return digits.replace(/\B(?=(\d{3})+$)/g, GROUP);
}

/** `5 520 DA`, `1 234,50 DA`, `5 520 دج`: centimes only when there are any, or always, for columns of amounts. */
export function money(amount: Centimes, decimals: 'needed' | 'always' = 'needed'): string {
  const [whole = '0', fraction] = toDecimalText(amount).replace('-', '\u2212').split('.');
  const sign = whole.startsWith('\u2212') ? '\u2212' : '';
  const separator = locale() === 'en' ? '.' : ',';
  const isShown = fraction !== undefined || decimals === 'always';
  const fractionText = isShown ? separator + (fraction ?? '').padEnd(2, '0') : '';
  const unit = locale() === 'ar' ? 'دج' : 'DA';
  return sign + grouped(whole.replace('\u2212', '')) + fractionText + NO_BREAK + unit;
}

/** `1 284`. */
export function count(value: number): string {
  return grouped(String(Math.trunc(value)));
}

/** `4,5`: what is more is left out, so that nothing looks as if it reached what it doesn't. */
export function oneDecimal(value: number): string {
  const text = (Math.floor(value * 10) / 10).toFixed(1);
  return locale() === 'en' ? text : text.replace('.', ',');
}

/** `−20 %`, as the badge of a reduced price; French alone parts the sign from its number. */
export function percentOff(percent: number): string {
  return `\u2212${percent}${locale() === 'fr' ? NO_BREAK : ''}%`;
}

/** `14 nov. 2026`. */
export function shortDate(iso: string): string {
  return inShopTime(new Date(iso), { day: 'numeric', month: 'short', year: 'numeric' });
}

/** `12 décembre`, of a day as `2026-12-12`; with its year where that is not this one. */
export function dayAndMonth(day: string, today: string = shopDay()): string {
  const isThisYear = day.slice(0, 4) === today.slice(0, 4);
  const noon = new Date(`${day}T12:00:00Z`);
  return inShopTime(noon, { day: 'numeric', month: 'long', ...(!isThisYear && { year: 'numeric' }) });
}

/** `14 nov. 2026, 15:04`. */
export function dateTime(iso: string): string {
  return inShopTime(new Date(iso), {
    day: 'numeric',
    month: 'short',
    year: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  });
}

/** Between the words of a list. */
export function comma(): string {
  return locale() === 'ar' ? '، ' : ', ';
}

/** `Hydra, Alger`, `حيدرة، الجزائر`: the words that there are. */
export function listed(words: readonly string[]): string {
  return words.filter(Boolean).join(comma());
}

/** A number or a code that keeps its order in a line of the other direction, where no element can isolate it. */
export function isolated(text: string): string {
  return `\u2066${text}\u2069`;
}
