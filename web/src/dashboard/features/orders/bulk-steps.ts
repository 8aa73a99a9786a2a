/** The steps that many orders take at once, ticked or found; the shop decides again for each when it is asked. */
import { m } from '@/i18n/paraglide.gen/messages.js';
import { client } from '../../data/api.ts';
import type { OrdersBulk } from '../../data/types.ts';
import type { Status } from '../../order-status.ts';
import { type Step, type StepName, stepNamed } from './steps.ts';

export interface BulkStep extends Step {
  /** What stands before the number of orders. */
  word: () => string;
  /** Where an order may take it from, as far as the list shows. */
  from: readonly string[];
}

/** A call is not made in bulk, and a failure has its own reason; these need no telling. */
export const BULK_STEPS: readonly BulkStep[] = [
  step('preparing', m.db_bulk_prepare, ['confirmed']),
  step('shipped', m.db_bulk_ship, ['preparing']),
  step('delivered', m.db_bulk_deliver, ['shipped', 'attempted']),
  step('returned', m.db_bulk_take_back, ['returning']),
];

function step(name: StepName, word: () => string, from: readonly Status[]): BulkStep {
  return { ...stepNamed(name), word, from };
}

/** As a dialog's title and choices say it. */
export function verbOf({ verb }: Step): string {
  return verb().replace(/…$/, '');
}

export async function startSteps(body: OrdersBulk, key: string) {
  const params = { header: { 'Idempotency-Key': key } };
  const { data } = await client.POST('/dashboard/api/orders/bulk', { params, body });
  return data;
}
