/**
 * Sending an order. One submission has one idempotency key, and both are kept in the browser until the shop has
 * answered: sending the same again (a lost answer, a reload, another tab) sends what was sent then, and makes no
 * second order. Other goods or another form are another submission, beside the first.
 */
import { ApiError } from '@/api/errors.ts';
import { areSameGoods } from '@/domain/cart.ts';
import { isSameForm } from '@/domain/checkout-form.ts';
import { centimes, fromDinars, toDinars } from '@/domain/money.ts';
import { ownPath } from '@/domain/own-path.ts';
import { locale } from '@/i18n/locale.ts';
import { randomId } from '@/lib/random-id.ts';
import { client } from '../../api.ts';
import {
  isDoubtful,
  MOST_UNANSWERED,
  type PlacedOrder,
  type Submission,
  type Unanswered,
  unansweredStore,
} from '../../state/purchase-store.ts';

/** An order that exists. */
export interface Placed {
  readonly order: PlacedOrder;
  /** What was sent for it. */
  readonly sent: Submission;
  /** When, by this device: now, or when what placed it was sent, where its answer was lost. */
  readonly placedAt: number;
  /** Seconds that the next order waits from when this one was placed, where the shop says so. */
  readonly pause: number | undefined;
  /** Where the shop wants the browser next, if anywhere. */
  readonly redirectPath: string | undefined;
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
    products: lines.map(({ productId, combinationId, quantity, choices }) => ({
      product: productId,
      combination: combinationId,
      quantity,
      ...(choices && { choices: [...choices] }),
    })),
    shownTotal: toDinars(centimes(total)),
  };
}

const isSame = (one: Submission, other: Submission) =>
  areSameGoods(one.lines, other.lines) && isSameForm(one.form, other.form);

/** The submission as it was first sent, when nobody answered that: its total and its draft may be others by now. */
export function underItsKey(submission: Submission): Unanswered {
  unansweredStore.reload();
  const before = unansweredStore.get().find((one) => isSame(one.submission, submission));
  const first = { key: randomId(), language: locale(), sentAt: Date.now() };
  return before ?? { submission, ...first, awaitedSince: null, mayExist: false };
}

/** Whether no tab has had its answer yet: afterwards the key is forgotten, and sending would make another order. */
export function isUnanswered({ key }: Unanswered): boolean {
  unansweredStore.reload();
  return unansweredStore.get().some((one) => one.key === key);
}

function awaitAnswer(sent: Unanswered): void {
  unansweredStore.update((all) => {
    const mayExist = all.some((one) => one.key === sent.key && isDoubtful(one));
    return [...without(all, sent), { ...sent, awaitedSince: Date.now(), mayExist }].slice(-MOST_UNANSWERED);
  });
}

const without = (all: readonly Unanswered[], { key }: Unanswered) => all.filter((one) => one.key !== key);

function ofSamePhone({ form }: Submission): readonly Unanswered[] {
  unansweredStore.reload();
  return unansweredStore.get().filter((one) => one.submission.form.phone === form.phone);
}

/** Another order for the same phone that may exist: whoever orders now may mean that one. */
export function possiblyPlaced(submission: Submission): Unanswered | undefined {
  const doubtful = ofSamePhone(submission).filter(isDoubtful);
  const isRepeated = doubtful.some((one) => isSame(one.submission, submission));
  return isRepeated ? undefined : doubtful.at(-1);
}

/** Whoever placed another order since, for the same phone, no longer wants what was turned away. */
export function forgetTurnedAway(placed: Submission): void {
  const { phone } = placed.form;
  unansweredStore.update((all) =>
    all.filter((one) => isDoubtful(one) || one.submission.form.phone !== phone),
  );
}

/** Whether this order, or another for the same phone, may exist. */
export function mayBeOrdered(submission: Submission): boolean {
  return ofSamePhone(submission).some(isDoubtful);
}

/**
 * Whether the shop has decided on this order. Without an answer, or while it still works on it, the order may exist;
 * a gateway that lets nothing through says nothing of what went before; and what came too soon may come again.
 */
export function isDecided(error: unknown): boolean {
  if (!(error instanceof ApiError) || error.status < 400 || error.status >= 500) return false;
  const isOfThisOrder = error.code.startsWith('orders.') || error.status === 400 || error.status === 422;
  return isOfThisOrder && !isInFlight(error) && !isTooSoon(error);
}

/** What the shop answers with 503 before it stores anything. */
const NOTHING_STORED: readonly string[] = ['shop.closed', 'orders.busy', 'inventory.crowded'];

/** What never left the phone: it knew of no network. */
const NOT_SENT = 'not_sent';
/** In less, no shop has stored an order, and lost the connection with it. */
const AT_ONCE_MS = 200;

export function isNotSent(error: unknown): boolean {
  return error instanceof ApiError && error.code === NOT_SENT;
}

/** Nothing of what was sent was stored: it is no order, unless it went before. */
function isTurnedAway(error: unknown): boolean {
  if (!(error instanceof ApiError)) return false;
  return (
    isNotSent(error) || NOTHING_STORED.includes(error.code) || [401, 403, 413, 429].includes(error.status)
  );
}

/** The same order is being worked on: asking again in a moment gives its answer. */
export function isInFlight(error: unknown): boolean {
  return error instanceof ApiError && error.code === 'orders.in_flight';
}

/** The shop looked for the order and has none, and takes it once the pause is over. */
function isTooSoon(error: unknown): boolean {
  return error instanceof ApiError && error.code === 'orders.cooldown';
}

function forget(answered: Unanswered): void {
  unansweredStore.update((all) => without(all, answered));
}

function noteLost({ key }: Unanswered, error: unknown): void {
  const noted = (one: Unanswered) => ({
    ...one,
    awaitedSince: null,
    mayExist: !isTooSoon(error) && (one.mayExist || !isTurnedAway(error)),
  });
  unansweredStore.update((all) => all.map((one) => (one.key === key ? noted(one) : one)));
}

/**
 * Begun before something is sent, it tells whether that may have left the phone. A browser without a network fails at once; one that
 * only believes to have none has sent it, so that it is tried all the same.
 */
function watchLeaving(): (error: unknown) => boolean {
  const wasOnline = navigator.onLine;
  let isAtOnce = true;
  // Not by the clock: on a busy phone what failed at once is heard of late, though before this.
  setTimeout(() => {
    isAtOnce = false;
  }, AT_ONCE_MS);
  return (error) => {
    const isUnreached = error instanceof ApiError && error.offline;
    return wasOnline || navigator.onLine || !isUnreached || !isAtOnce;
  };
}

/** Asks for the order under its key, however often: one key makes one order. */
export async function placeOrder(waiting: Unanswered): Promise<Placed> {
  awaitAnswer(waiting);
  const sent = waiting.submission;
  const params = { header: { 'Idempotency-Key': waiting.key } };
  const headers = { 'Accept-Language': waiting.language };
  const hasLeft = watchLeaving();
  try {
    const asked = client.POST('/web/api/cart/checkout', { body: bodyOf(sent), params, headers });
    const { data, response } = await asked;
    if (!data) throw new Error('an order was answered without a body');
    forget(waiting);
    const { fromCart: _, cartId: __, ...receipt } = sent;
    const order = { ...receipt, number: data.orderNumber, total: fromDinars(data.total) };
    const redirectPath = ownPath(data.redirectUrl, window.location.origin);
    const placedAt = response.headers.has('Idempotent-Replayed') ? waiting.sentAt : Date.now();
    return { order, sent, placedAt, pause: data.cooldownSeconds ?? undefined, redirectPath };
  } catch (cause) {
    const error = hasLeft(cause) ? cause : new ApiError(0, { code: NOT_SENT });
    if (isDecided(error)) forget(waiting);
    else if (!isInFlight(error)) noteLost(waiting, error);
    throw error;
  }
}

/** Keeps a draft on the server, so that the shop can call a shopper back who got stuck (spec 4). */
export async function createDraft(submission: Submission): Promise<string | null> {
  const { data } = await client.POST('/web/api/cart/create/', { body: bodyOf(submission) });
  return data?.cartId ?? null;
}
