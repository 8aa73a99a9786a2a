/** The statuses of an order (design 6): their words, their colours and where they stand on the way. */
import { m } from '@/i18n/paraglide.gen/messages.js';

const STATUSES = [
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
  'lost',
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
  lost: m.db_status_lost,
  cancelled: m.db_status_cancelled,
};

/** What a tab of the order list shows: one status, or two that wait for the same hands. */
export interface View {
  statuses: readonly Status[];
  word: () => string;
}

export const VIEWS: readonly View[] = [
  { statuses: ['placed'], word: m.db_tab_placed },
  { statuses: ['unreachable'], word: m.db_tab_unreachable },
  { statuses: ['confirmed'], word: m.db_tab_confirmed },
  { statuses: ['preparing'], word: m.db_tab_preparing },
  { statuses: ['shipped'], word: m.db_tab_shipped },
  { statuses: ['attempted', 'returning'], word: m.db_tab_attempted },
  { statuses: ['delivered'], word: m.db_tab_delivered },
  { statuses: ['settled'], word: m.db_tab_settled },
  { statuses: ['returned', 'lost'], word: m.db_tab_returned },
  { statuses: ['cancelled'], word: m.db_tab_cancelled },
];

/** The tab that orders of a status stand in. */
export function viewOf(code: string): View | undefined {
  return VIEWS.find(({ statuses }) => (statuses as readonly string[]).includes(code));
}

/** How the list opens on a view: those to be called again by their next call, which no other has. */
export function viewSearch({ statuses }: Pick<View, 'statuses'>): { status: string; sort?: 'nextCall' } {
  const isToCall = statuses.length === 1 && statuses[0] === 'unreachable';
  return { status: viewKey({ statuses }), ...(isToCall && { sort: 'nextCall' }) };
}

/** How an address names a view. */
export function viewKey({ statuses }: Pick<View, 'statuses'>): string {
  return statuses.join(',');
}

/** `Confirmée`. A status that this page doesn't know yet keeps its code. */
export function statusWord(code: string): string {
  return isStatus(code) ? WORDS[code]() : code;
}

export function statusColour(code: string): string {
  return isStatus(code) ? `var(--st-${code})` : 'var(--ink-3)';
}

/** Waits for someone instead of moving on. */
export function isOffThePath(code: string): boolean {
  return isStatus(code) && OFF_THE_PATH.includes(code);
}
