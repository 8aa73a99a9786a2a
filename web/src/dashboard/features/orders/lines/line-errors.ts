import { ApiError } from '@/api/errors.ts';
import { count } from '@/i18n/format.ts';
import { m } from '@/i18n/paraglide.gen/messages.js';
import { fieldErrors } from '../../../data/messages.ts';

/** What is wrong with the line at this place of what was sent; of too few pieces for wholesalers, how many they order at least. */
export function lineErrors(error: unknown, place: number, field: string): string[] {
  const minimum = error instanceof ApiError && error.facts[`products[${place}].wholesaleMinimum`];
  return field === 'quantity' && minimum
    ? [m.db_order_wholesale_minimum({ n: count(Number(minimum)) })]
    : fieldErrors(error, `products[${place}].${field}`);
}
