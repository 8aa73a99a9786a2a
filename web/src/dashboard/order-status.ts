/** The statuses of an order (design 6): their words, their colours and where they stand on the way. */
import { m } from '@/i18n/paraglide.gen/messages.js';

export const STATUSES = [
  'placed',
  'unreachable',
  'confirmed',
  'preparing',
  'shipped',
  'attempted',
  'delivered',
  'settled',
  'returning',
  'returned',
  'cancelled',
] as const;

export type Status = (typeof STATUSES)[number];

export function isStatus(code: string): code is Status {
  return (STATUSES as readonly string[]).includes(code);
}

/** The way that an order takes when nothing goes wrong. */
export const MAIN_WAY: readonly Status[] = [
  'placed',
  'confirmed',
  'preparing',
  'shipped',
  'delivered',
  'settled',
];

const OFF_THE_PATH: readonly Status[] = ['unreachable', 'attempted', 'returning'];

const WORDS: Record<Status, () => string> = {
  placed: m.db_status_placed,
  unreachable: m.db_status_unreachable,
  confirmed: m.db_status_confirmed,
  preparing: m.db_status_preparing,
  shipped: m.db_status_shipped,
  attempted: m.db_status_attempted,
  delivered: m.db_status_delivered,
  settled: m.db_status_settled,
  returning: m.db_status_returning,
  returned: m.db_status_returned,
  cancelled: m.db_status_cancelled,
};

const TAB_WORDS: Record<Status, () => string> = {
  placed: m.db_tab_placed,
  unreachable: m.db_tab_unreachable,
  confirmed: m.db_tab_confirmed,
  preparing: m.db_tab_preparing,
  shipped: m.db_tab_shipped,
  attempted: m.db_tab_attempted,
  delivered: m.db_tab_delivered,
  settled: m.db_tab_settled,
  returning: m.db_tab_returning,
  returned: m.db_tab_returned,
  cancelled: m.db_tab_cancelled,
};

/** `Confirmée`. A status that this page doesn't know yet keeps its code. */
export function statusWord(code: string): string {
  return isStatus(code) ? WORDS[code]() : code;
}

/** `Confirmées`: of many orders. */
export function statusTabWord(status: Status): string {
  return TAB_WORDS[status]();
}

export function statusColour(code: string): string {
  return isStatus(code) ? `var(--st-${code})` : 'var(--ink-3)';
}

/** Waits for someone instead of moving on. */
export function isOffThePath(code: string): boolean {
  return isStatus(code) && OFF_THE_PATH.includes(code);
}
