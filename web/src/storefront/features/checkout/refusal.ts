/** Why the shop did not take an order, in the terms of the form; it is said of what was sent, and of nothing else. */
import { ApiError } from '@/api/errors.ts';
import { areSameGoods, type CartLine, type ShortLine } from '@/domain/cart.ts';
import type { CheckoutForm, FieldName } from '@/domain/checkout-form.ts';
import { COOLDOWN_SECONDS } from '@/domain/cooldown.ts';
import { type Centimes, fromDinars } from '@/domain/money.ts';
import { ANY_QUANTITY, MAX_QUANTITY, readRule } from '@/domain/quantity-rule.ts';
import type { Unanswered } from '../../state/purchase-store.ts';
import type { AwaitedLine } from '../../state/reprice.ts';
import { isFieldName } from './field-texts.ts';

export type Refusal =
  | { readonly kind: 'price_changed'; readonly total: Centimes }
  /** The lines that are short; empty when the shop did not say. */
  | { readonly kind: 'out_of_stock'; readonly lines: readonly ShortLine[] }
  /** Lines of other numbers of pieces than the shop takes orders of. */
  | { readonly kind: 'quantities'; readonly lines: readonly CartLine[] }
  /** Lines of what can be ordered from a day on that is to come. */
  | { readonly kind: 'awaited'; readonly lines: readonly AwaitedLine[] }
  /** Lines that the shop no longer sells. */
  | { readonly kind: 'unavailable'; readonly lines: readonly CartLine[] }
  | { readonly kind: 'cooldown'; readonly seconds: number }
  /** More pieces than the shop lets one cart have. */
  | { readonly kind: 'too_large' }
  | { readonly kind: 'fields'; readonly fields: readonly FieldName[] }
  | { readonly kind: 'failed'; readonly error: unknown };

/** A refusal with what was refused. */
export interface Refused {
  readonly refusal: Refusal;
  readonly sent: Unanswered;
  /** Something else than what the page showed: sent again from a place where it is not in sight. */
  readonly isOther: boolean;
  /** Whether the order may have been made all the same. */
  readonly mayExist: boolean;
}

export function refusalOf(error: unknown, sent: readonly CartLine[]): Refusal {
  if (!(error instanceof ApiError)) return { kind: 'failed', error };
  const { total, seconds } = error.facts;
  if (error.code === 'orders.price_changed' && typeof total === 'number') {
    return { kind: 'price_changed', total: fromDinars(total) };
  }
  if (error.code === 'orders.out_of_stock') {
    return { kind: 'out_of_stock', lines: placesOf(error, 'quantity').flatMap(shortAt(error, sent)) };
  }
  if (error.code === 'orders.cooldown') {
    return {
      kind: 'cooldown',
      seconds: typeof seconds === 'number' ? seconds : (error.retryAfter ?? COOLDOWN_SECONDS),
    };
  }
  const days = placesOf(error, 'product').flatMap(awaitedAt(error, sent));
  if (days.length > 0) return { kind: 'awaited', lines: days };
  const parts = ['product', 'combination', 'choices'];
  const gone = [...new Set(parts.flatMap((part) => linesAt(error, part, sent)))];
  if (gone.length > 0) return { kind: 'unavailable', lines: gone };
  const ruled = placesOf(error, 'quantity').flatMap(ruledAt(error, sent));
  if (ruled.length > 0) return { kind: 'quantities', lines: ruled };
  if (error.code === 'orders.cart_too_large' || isTooManyPieces(error)) return { kind: 'too_large' };
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

function linesAt(error: ApiError, part: string, sent: readonly CartLine[]): CartLine[] {
  return placesOf(error, part).flatMap((place) => sent[place] ?? []);
}

/** `products[2].quantity` is the quantity of the third line that was sent. */
function placesOf({ fields }: ApiError, part: string): number[] {
  return Object.keys(fields).flatMap((field) => {
    const [, place, named] = /^products\[(\d+)\]\.(\w+)(?:\[\d+\])?$/.exec(field) ?? [];
    return named === part ? Number(place) : [];
  });
}

function awaitedAt({ facts }: ApiError, sent: readonly CartLine[]) {
  return (place: number): AwaitedLine[] => {
    const [line, day] = [sent[place], facts[`products[${place}].availableFrom`]];
    return line && typeof day === 'string' ? [{ line, day }] : [];
  };
}

/** A line with the rule that it breaks; where the shop names none, it is of more pieces than any line may have. */
function ruledAt({ facts }: ApiError, sent: readonly CartLine[]) {
  return (place: number): CartLine[] => {
    const told = (name: string) => facts[`products[${place}].${name}`];
    const rule = readRule({
      minimumQuantity: told('minimumQuantity'),
      maximumQuantity: told('maximumQuantity'),
      quantityStep: told('quantityStep'),
    });
    const line = sent[place];
    if (!line) return [];
    if (rule) return [{ ...line, rule }];
    const known = line.rule ?? ANY_QUANTITY;
    const maximumQuantity = known.maximumQuantity ?? MAX_QUANTITY;
    return line.quantity > MAX_QUANTITY ? [{ ...line, rule: { ...known, maximumQuantity } }] : [];
  };
}

function shortAt({ facts }: ApiError, sent: readonly CartLine[]) {
  return (place: number): ShortLine[] => {
    const [line, left] = [sent[place], facts[`products[${place}].available`]];
    if (!line) return [];
    return [typeof left === 'number' ? { ...line, left } : line];
  };
}

/** What a refusal still says of the goods and the form as they are now. */
export function standing(
  { refusal, sent: { submission: sent } }: Refused,
  lines: readonly CartLine[],
  form: CheckoutForm,
): Refusal | undefined {
  const isUnchanged = (...fields: (keyof CheckoutForm)[]) =>
    fields.every((field) => form[field] === sent.form[field]);
  const holds = (yes: boolean) => (yes ? refusal : undefined);
  switch (refusal.kind) {
    case 'price_changed':
      return holds(areSameGoods(sent.lines, lines) && isUnchanged('commune', 'transporter', 'deliveryType'));
    case 'awaited':
    case 'out_of_stock':
    case 'quantities':
    case 'unavailable':
    case 'too_large':
      return holds(areSameGoods(sent.lines, lines));
    case 'fields': {
      const fields = refusal.fields.filter((field) => isUnchanged(field));
      return fields.length > 0 ? { kind: 'fields', fields } : undefined;
    }
    default:
      return refusal;
  }
}
