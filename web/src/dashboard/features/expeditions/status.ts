/** What became of an expedition, in words. The statuses are spelt as the specification does. */
import { m } from '@/i18n/paraglide.gen/messages.js';
import type { Expedition } from '../../data/types.ts';

export const STATUSES = {
  inprogress: m.db_expedition_inprogress,
  sent: m.db_expedition_sent,
  partially_recieved: m.db_expedition_partially_received,
  fully_recieved: m.db_expedition_fully_received,
  completed: m.db_expedition_completed,
  cancelled: m.db_expedition_cancelled,
};

/** Of the order's status that is most like it. */
const COLOURS: Readonly<Record<string, string>> = {
  inprogress: 'var(--st-preparing)',
  sent: 'var(--st-shipped)',
  partially_recieved: 'var(--st-unreachable)',
  fully_recieved: 'var(--st-delivered)',
  completed: 'var(--st-settled)',
  cancelled: 'var(--st-cancelled)',
};

export function statusWord(status: string): string {
  return STATUSES[status as keyof typeof STATUSES]?.() ?? status;
}

export function statusColour(status: string): string {
  return COLOURS[status] ?? 'var(--ink-3)';
}

/** It was sent, and is not closed. */
export function isUnderWay({ status }: Expedition): boolean {
  return status === 'sent' || status === 'partially_recieved';
}

/** Pieces of it are on their way. */
export function expectsPieces(expedition: Expedition): boolean {
  return isUnderWay(expedition) && expedition.parts.some(({ quantity, received }) => received < quantity);
}
