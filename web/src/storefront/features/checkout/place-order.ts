/**
 * Sending an order. One submission has one idempotency key: sending the same content again (a lost answer, a
 * double press in another tab) makes no second order; another content is another submission.
 */
import type { CartLine } from '@/domain/cart.ts';
import type { CheckoutForm } from '@/domain/checkout-form.ts';
import { type Centimes, toDinars } from '@/domain/money.ts';
import { randomId } from '@/lib/random-id.ts';
import { client } from '../../api.ts';

export interface Submission {
  readonly lines: readonly CartLine[];
  readonly form: CheckoutForm;
  readonly cartId: string | null;
  readonly total: Centimes;
}

/** The body of the checkout and draft calls (spec 7). Unit prices are left out: the shop reads none from a browser. */
function bodyOf({ lines, form, cartId, total }: Submission) {
  const [first] = lines;
  const { deliveryType, ...fields } = form;
  return {
    ...fields,
    ...(deliveryType ? { deliveryType } : {}),
    ...(cartId ? { cartId } : {}),
    product: first?.productId ?? null,
    combination: first?.combinationId ?? null,
    quantity: first?.quantity ?? 1,
    products: lines.map(({ productId, combinationId, quantity }) => ({
      product: productId,
      combination: combinationId,
      quantity,
    })),
    shownTotal: toDinars(total),
  };
}

let last: { content: string; key: string } | undefined;

/** The key of this content: the same as long as nothing in it changes. */
function idempotencyKey(content: string): string {
  if (last?.content !== content) last = { content, key: randomId() };
  return last.key;
}

export async function placeOrder(submission: Submission) {
  const body = bodyOf(submission);
  const headers = { 'Idempotency-Key': idempotencyKey(JSON.stringify(body)) };
  const { data } = await client.POST('/web/api/cart/checkout', { body, params: { header: headers } });
  if (!data) throw new Error('an order was answered without a body');
  last = undefined;
  return data;
}

/** Keeps a draft on the server, so that the shop can call a shopper back who got stuck (spec 4). */
export async function createDraft(submission: Submission): Promise<string | null> {
  const { data } = await client.POST('/web/api/cart/create/', { body: bodyOf(submission) });
  return data?.cartId ?? null;
}
