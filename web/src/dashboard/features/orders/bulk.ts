/**
 * Steps that many orders take at once. Which of the ticked may is told beforehand from what the list shows; the shop
 * decides again for each when it is asked.
 */
import { m } from '@/i18n/paraglide.gen/messages.js';
import type { OrderRow } from '../../data/types.ts';
import type { Status } from '../../order-status.ts';
import type { Permission } from '../../permissions.ts';
import { type Step, type StepName, stepNamed } from './steps.ts';

export interface BulkStep {
  step: Step;
  /** What stands before the number of orders. */
  word: () => string;
  /** Those of the ticked that may take it. */
  rows: readonly OrderRow[];
  /** How many of the ticked may not. */
  others: number;
}

/** A call is not made in bulk, and a failure has its own reason; these need no telling. */
const BULK: readonly { name: StepName; word: () => string; from: readonly Status[] }[] = [
  { name: 'preparing', word: m.db_bulk_prepare, from: ['confirmed'] },
  { name: 'shipped', word: m.db_bulk_ship, from: ['preparing'] },
  { name: 'delivered', word: m.db_bulk_deliver, from: ['shipped', 'attempted'] },
  { name: 'returned', word: m.db_bulk_take_back, from: ['returning'] },
];

/** Whether the person may take any step in bulk, so that ticking makes sense. */
export function mayActInBulk(allowed: (permission: Permission) => boolean): boolean {
  return bulkChoices(allowed).length > 0;
}

/** The steps that the person may take of many orders at once. */
export function bulkChoices(allowed: (permission: Permission) => boolean): Step[] {
  return BULK.map(({ name }) => stepNamed(name)).filter(({ permission }) => allowed(permission));
}

/** What can be done with the ticked orders, each step with the orders that it moves. */
export function bulkSteps(
  chosen: readonly OrderRow[],
  allowed: (permission: Permission) => boolean,
): BulkStep[] {
  return BULK.map(({ name, word, from }) => {
    const rows = chosen.filter(({ status }) => (from as readonly string[]).includes(status));
    return { step: stepNamed(name), word, rows, others: chosen.length - rows.length };
  }).filter(({ step, rows }) => rows.length > 0 && allowed(step.permission));
}
