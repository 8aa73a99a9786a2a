/** What the browser remembers of buying: when it last bought, what it sent and ordered, its drafts and its form. */
import type { CartLine } from '@/domain/cart.ts';
import { type CheckoutForm, EMPTY_FORM } from '@/domain/checkout-form.ts';
import type { Purchase } from '@/domain/cooldown.ts';
import { stored } from '@/lib/stored.ts';

/** An order as it is sent, with all that its receipt says. Amounts in centimes. */
export interface Submission {
  readonly lines: readonly CartLine[];
  readonly form: CheckoutForm;
  /** Whether the goods leave the cart with the order. */
  readonly fromCart: boolean;
  /** The server's draft of it, if there is one. */
  readonly cartId: string | null;
  /** As the shopper saw it. */
  readonly total: number;
  readonly delivery: number;
  /** Names of the places and of the carrier, in the page's language. */
  readonly wilaya: string;
  readonly commune: string;
  readonly transporter: string;
  /** Where the parcel waits, of a delivery to a desk; absent where the carrier names none. */
  readonly desk?: string;
}

/** An order as the overview shows it; its total is what the shop charges. */
export interface PlacedOrder extends Omit<Submission, 'fromCart' | 'cartId'> {
  readonly number: string;
  /** Milliseconds since the epoch; browsers that were here before it was kept have none. */
  readonly placedAt?: number;
}

/** Who stands here a day later may be another one, at a shared phone, whom what was ordered is no business of. */
const JUST_PLACED_MS = 24 * 3_600_000;

export function isJustPlaced({ placedAt }: PlacedOrder): boolean {
  return placedAt !== undefined && Date.now() - placedAt < JUST_PLACED_MS;
}

/** A submission that has no answer yet. Sent again as it is, under its key, it stays one order. */
export interface Unanswered {
  readonly submission: Submission;
  readonly key: string;
  /** The page's language when it was sent: part of what the shop compares under the key. */
  readonly language: string;
  /** When it was sent first, in milliseconds since the epoch. */
  readonly sentAt: number;
  /** Since when a page waits for its answer (milliseconds since the epoch); null once that is known to be lost. */
  readonly awaitedSince: number | null;
  /** Whether one of its tries got in, or may have. */
  readonly mayExist: boolean;
}

/** Whether it may be an order by now; of what is on its way, nobody knows. */
export function isDoubtful({ awaitedSince, mayExist }: Unanswered): boolean {
  return mayExist || awaitedSince !== null;
}

/** After a day whoever orders the same means another order: the shop has called by then, or never heard of the first. */
const UNANSWERED_FOR_MS = 24 * 3_600_000;
/** More than anybody loses in a day; of more, the newest are kept. */
export const MOST_UNANSWERED = 8;

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

/** Browsers that were here before several were kept have one alone under the key; what they have may be turned away or not. */
function readUnanswered(raw: unknown): readonly Unanswered[] {
  const kept = (Array.isArray(raw) ? raw : [raw]).filter(isUnanswered);
  return kept.map((one) => ({
    ...one,
    awaitedSince: one.awaitedSince ?? null,
    mayExist: one.mayExist ?? true,
  }));
}

function isUnanswered(raw: unknown): raw is Unanswered {
  if (!isRecord(raw) || !isRecord(raw.submission) || !Array.isArray(raw.submission.lines)) return false;
  const isFresh = typeof raw.sentAt === 'number' && Date.now() - raw.sentAt < UNANSWERED_FOR_MS;
  return isFresh && isRecord(raw.submission.form) && typeof raw.key === 'string';
}

/** Browsers that were here before the shop said how long to wait have the moment alone. */
function readPurchase(raw: unknown): Purchase | null {
  if (typeof raw === 'number') return { at: raw };
  if (!isRecord(raw) || typeof raw.at !== 'number') return null;
  return { at: raw.at, ...(typeof raw.pause === 'number' && { pause: raw.pause }) };
}

/** The last purchase (spec 4); null when none counts any more. */
export const lastPurchaseStore = stored('lastPurchase', readPurchase);

/** The order that the overview shows. */
export const placedOrderStore = stored('placedOrder', (raw) =>
  isRecord(raw) && typeof raw.number === 'string' && Array.isArray(raw.lines)
    ? (raw as unknown as PlacedOrder)
    : null,
);

/** What was sent and not answered, oldest first, for every tab: a reload, a closed tab or another one knows of it. */
export const unansweredStore = stored('unansweredOrder', readUnanswered);

/** A draft on the server, and when the browser heard of it (milliseconds since the epoch). */
export interface Draft {
  readonly cartId: string;
  readonly at: number;
}

function isDraft(raw: unknown): raw is Record<string, unknown> & Draft {
  return isRecord(raw) && typeof raw.cartId === 'string' && typeof raw.at === 'number';
}

/** The server's draft of the cart (spec 3, key `cartId`). One of an unknown age counts as none: the server may have forgotten it. */
export const cartDraftStore = stored('cartId', (raw): Draft | null =>
  isDraft(raw) ? { cartId: raw.cartId, at: raw.at } : null,
);

/** The server's draft of a product that is ordered without the cart: of the last one that this tab looked at. */
export const productDraftStore = stored(
  'productDraft',
  (raw) =>
    isDraft(raw) && typeof raw.productId === 'string'
      ? { productId: raw.productId, cartId: raw.cartId, at: raw.at }
      : null,
  () => sessionStorage,
);

/** What was typed, kept for this tab: a failed order or a reload loses nothing. */
export const formStore = stored('checkoutForm', readForm, () => sessionStorage);
