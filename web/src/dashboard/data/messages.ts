/** What went wrong, in words for the person at the screen. */
import { ApiError, type FieldMessage } from '@/api/errors.ts';
import { m } from '@/i18n/paraglide.gen/messages.js';

export function errorMessage(error: unknown): string {
  if (!(error instanceof ApiError)) return m.db_error_unexpected();
  if (error.offline || error.status === 503) return m.db_error_offline();
  if (error.status === 403) return m.db_error_forbidden();
  if (error.status === 404) return m.db_error_not_found();
  return error.status >= 500 ? m.db_error_unexpected() : error.message;
}

export function requestIdOf(error: unknown): string | undefined {
  return error instanceof ApiError && error.requestId ? error.requestId : undefined;
}

/** The shop's translation keys that the dashboard's forms can meet; others keep the shop's English. */
const KNOWN: Record<string, () => string> = {
  'validation.quantity': m.db_stock_quantity_invalid,
  'validation.amount': m.db_product_price_invalid,
};

function fieldText({ key, text }: FieldMessage): string {
  return KNOWN[key]?.() ?? text;
}

/** The messages under one field of a refused form. */
export function fieldErrors(error: unknown, field: string): string[] {
  return error instanceof ApiError ? (error.fields[field] ?? []).map(fieldText) : [];
}

/** Somebody else was faster (design 4: a stale version answers 409 with the newer state). */
export function isConflict(error: unknown): error is ApiError {
  return error instanceof ApiError && error.status === 409;
}
