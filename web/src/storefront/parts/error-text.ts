/** A failed call in words, in the page's language. */
import { ApiError } from '@/api/errors.ts';
import * as m from '@/i18n/paraglide.gen/messages.js';
import { PartMissing } from '@/lib/lazy-part.ts';

export function errorText(error: unknown): string {
  if (error instanceof PartMissing) return m.common_error_offline();
  if (!(error instanceof ApiError)) return m.common_error_unexpected();
  if (error.offline) return m.common_error_offline();
  if (error.code === 'shop.closed') {
    const { message } = error.facts;
    // In the merchant's words where there are some.
    return typeof message === 'string' ? message : m.sf_shop_closed();
  }
  if (error.status >= 500 || error.status === 429) return m.common_error_unavailable();
  return m.common_error_unexpected();
}

export function requestIdOf(error: unknown): string {
  return error instanceof ApiError ? error.requestId : '';
}
