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

/** The slug that a thing has now which was asked for under a former address: a link of before the move leads there too. */
export function movedTo(error: unknown): string | undefined {
  if (!(error instanceof ApiError) || error.code !== 'catalog.moved') return undefined;
  return typeof error.facts.movedTo === 'string' ? error.facts.movedTo : undefined;
}
