/** What the shop found wrong with fields of a product. */
import { ApiError } from '@/api/errors.ts';
import { m } from '@/i18n/paraglide.gen/messages.js';
import { errorsBelow, fieldErrors } from '../../data/messages.ts';
import type { ProductText } from '../../data/types.ts';
import type { Language } from '../../parts/languages.ts';
import type { DetailsDraft } from './details.ts';
import type { TextField } from './draft.ts';

/** Under stock number, barcode, weight or a size. */
export function detailErrors(error: unknown, field: keyof DetailsDraft): string[] {
  const taken = field === 'sku' && isTaken(error, 'sku') ? [m.db_product_sku_taken()] : [];
  return [...fieldErrors(error, `details.${field}`), ...taken];
}

/** Of the fewest pieces that wholesalers order. */
export function minimumErrors(error: unknown): string[] {
  return fieldErrors(error, 'details.wholesaleMinOrderQuantity');
}

/** Of a text in a language; the shop names it by its place among those that were sent. */
export function textErrors(
  error: unknown,
  sent: readonly ProductText[],
  language: Language,
  field: TextField,
): string[] {
  const at = sent.findIndex((text) => text.language === language);
  return at < 0 ? [] : fieldErrors(error, `texts[${at}].${field}`);
}

/** Of its address. */
export function slugErrors(error: unknown): string[] {
  return [...fieldErrors(error, 'slug'), ...(isTaken(error, 'slug') ? [m.db_product_slug_taken()] : [])];
}

/** Of a line of the data sheet, whatever of it is wrong. */
export function sheetErrors(error: unknown, at: number): string[] {
  return errorsBelow(error, `features[${at}]`);
}

/** Of the tags, whichever of them is wrong. */
export function tagErrors(error: unknown): string[] {
  return errorsBelow(error, 'tags');
}

/** Whether another product has it. */
export function isTaken(error: unknown, field: 'sku' | 'slug'): boolean {
  return error instanceof ApiError && error.code === 'catalog.taken' && error.facts.field === field;
}
