/** Why the shop did not take an order, in the terms of the form. */
import { ApiError, type FieldMessage } from '@/api/errors.ts';
import type { FieldName } from '@/domain/checkout-form.ts';
import { COOLDOWN_SECONDS } from '@/domain/cooldown.ts';
import { type Centimes, fromDinars } from '@/domain/money.ts';
import { isFieldName } from './field-texts.ts';

export type Refusal =
  | { readonly kind: 'price_changed'; readonly total: Centimes }
  /** Positions of the lines that are short; empty when the shop did not say. */
  | { readonly kind: 'out_of_stock'; readonly lines: readonly number[] }
  | { readonly kind: 'cooldown'; readonly seconds: number }
  /** More than the shop lets one cart or one phone have open. */
  | { readonly kind: 'limit'; readonly of: Limit }
  | { readonly kind: 'fields'; readonly fields: readonly FieldName[] }
  | { readonly kind: 'failed'; readonly error: unknown };

export type Limit = 'pieces' | 'phone';

const LIMITS: Readonly<Record<string, Limit>> = {
  'orders.cart_too_large': 'pieces',
  'orders.phone_limit': 'phone',
};

export function refusalOf(error: unknown): Refusal {
  if (!(error instanceof ApiError)) return { kind: 'failed', error };
  const { total, seconds } = error.facts;
  if (error.code === 'orders.price_changed' && typeof total === 'number') {
    return { kind: 'price_changed', total: fromDinars(total) };
  }
  if (error.code === 'orders.out_of_stock')
    return { kind: 'out_of_stock', lines: linePositions(error.fields) };
  if (error.code === 'orders.cooldown') {
    return {
      kind: 'cooldown',
      seconds: typeof seconds === 'number' ? seconds : (error.retryAfter ?? COOLDOWN_SECONDS),
    };
  }
  const limit = LIMITS[error.code] ?? (isTooManyPieces(error) ? 'pieces' : undefined);
  if (limit) return { kind: 'limit', of: limit };
  const fields = Object.keys(error.fields).filter(isFieldName);
  return fields.length > 0 ? { kind: 'fields', fields } : { kind: 'failed', error };
}

/** Whether nothing but the number of pieces of some lines is wrong. */
function isTooManyPieces({ code, fields }: ApiError): boolean {
  const messages = Object.values(fields).flat();
  return (
    code === 'orders.invalid_lines' && messages.every(({ key }) => key === 'form.validation.tooManyPieces')
  );
}

/** `products[2].quantity` is the third line. */
function linePositions(fields: Readonly<Record<string, readonly FieldMessage[]>>): number[] {
  const positions = Object.keys(fields).flatMap((field) => {
    const position = /\[(\d+)\]/.exec(field)?.[1];
    return position === undefined ? [] : [Number(position)];
  });
  return [...new Set(positions)];
}
