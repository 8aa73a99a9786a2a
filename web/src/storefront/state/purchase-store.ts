/** What the browser remembers of buying: when it last bought, what it ordered, its draft cart and its form. */
import type { CartLine } from '@/domain/cart.ts';
import { type CheckoutForm, EMPTY_FORM } from '@/domain/checkout-form.ts';
import { stored } from '@/lib/stored.ts';

/** An order as the overview shows it. Amounts in centimes. */
export interface PlacedOrder {
  readonly number: string;
  readonly total: number;
  readonly delivery: number;
  readonly lines: readonly CartLine[];
  readonly form: CheckoutForm;
  readonly wilaya: string;
  readonly commune: string;
  readonly transporter: string;
}

function isRecord(raw: unknown): raw is Record<string, unknown> {
  return typeof raw === 'object' && raw !== null;
}

function readForm(raw: unknown): CheckoutForm {
  if (!isRecord(raw)) return EMPTY_FORM;
  const texts = Object.keys(EMPTY_FORM).map((field) => [
    field,
    typeof raw[field] === 'string' ? raw[field] : '',
  ]);
  return Object.fromEntries(texts) as CheckoutForm;
}

/** Milliseconds since the epoch of the last purchase (spec 4); null when none counts any more. */
export const lastPurchaseStore = stored('lastPurchase', (raw) => (typeof raw === 'number' ? raw : null));

/** The order that the overview shows. */
export const placedOrderStore = stored('placedOrder', (raw) =>
  isRecord(raw) && typeof raw.number === 'string' && Array.isArray(raw.lines)
    ? (raw as unknown as PlacedOrder)
    : null,
);

/** The server's draft of this cart (spec 3, key `cartId`). */
export const cartIdStore = stored('cartId', (raw) => (typeof raw === 'string' ? raw : null));

/** What was typed, kept for this tab: a failed order or a reload loses nothing. */
export const formStore = stored('checkoutForm', readForm, sessionStorage);
