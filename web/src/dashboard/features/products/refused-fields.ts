/** What the shop found wrong with fields of a product. */
import { ApiError } from '@/api/errors.ts';
import { m } from '@/i18n/paraglide.gen/messages.js';
import { fieldErrors } from '../../data/messages.ts';
import type { DetailsDraft } from './details.ts';

/** Under stock number, barcode, weight or a size. */
export function detailErrors(error: unknown, field: keyof DetailsDraft): string[] {
  const taken = field === 'sku' && isTaken(error, 'sku') ? [m.db_product_sku_taken()] : [];
  return [...fieldErrors(error, `details.${field}`), ...taken];
}

/** Of a line of the data sheet, whatever of it is wrong. */
export function sheetErrors(error: unknown, at: number): string[] {
  if (!(error instanceof ApiError)) return [];
  const fields = Object.keys(error.fields).filter((field) => field.startsWith(`features[${at}]`));
  return fields.flatMap((field) => fieldErrors(error, field));
}

/** Whether another product has it. */
export function isTaken(error: unknown, field: 'sku' | 'slug'): boolean {
  return error instanceof ApiError && error.code === 'catalog.taken' && error.facts.field === field;
}
