/**
 * The order form at work (spec 4 and 5): what is typed, what is wrong with it, what it costs, and sending it.
 * The form itself lives in this tab's storage, so that neither a failure nor a reload loses a word.
 */
import { useEffect, useRef, useState } from 'react';
import type { TransporterOffer } from '@/api/types.ts';
import { areSameGoods, type CartLine, type ShortLine } from '@/domain/cart.ts';
import {
  type CheckoutForm,
  canDraft,
  type DeliveryType,
  FIELDS,
  type FieldName,
  type FieldProblem,
  filledFrom,
  formProblems,
  isSameForm,
  missingFields,
  problemOf,
  withField,
  wrongFields,
} from '@/domain/checkout-form.ts';
import type { Purchase } from '@/domain/cooldown.ts';
import { type Centimes, ZERO } from '@/domain/money.ts';
import { deliveryPrice, linesTotal, orderTotal } from '@/domain/pricing.ts';
import { useStored } from '@/lib/stored.ts';
import { restoreLine } from '../../state/cart-store.ts';
import { draftIdOf, keepDraftId, type Source } from '../../state/draft-ids.ts';
import {
  formStore,
  lastPurchaseStore,
  type Submission,
  type Unanswered,
  unansweredStore,
} from '../../state/purchase-store.ts';
import { useCooldown } from '../../state/use-cooldown.ts';
import { fieldId } from './field-texts.ts';
import { createDraft, mayBeOrdered, possiblyPlaced, underItsKey } from './place-order.ts';
import { type Refusal, type Refused, standing } from './refusal.ts';
import { placeName, useDestination } from './use-destination.ts';
import { useLost } from './use-lost.ts';
import { usePlacing } from './use-placing.ts';

export interface CheckoutProps {
  readonly lines: readonly CartLine[];
  readonly source: Source;
  /** Whether it can be ordered now; what was sent before is told of either way. */
  readonly available: boolean;
  /** Called once the order exists; `redirectPath` is where the shop wants the browser next, if anywhere. */
  readonly onPlaced: (redirectPath: string | undefined) => void;
  /** Called when the shop's prices or stock are not what was shown. */
  readonly onOutdated: () => void;
  /** Called with the lines of which the shop has fewer pieces, and with none when it is asked again. */
  readonly onShort?: (lines: readonly ShortLine[]) => void;
}

function offerOf(offers: readonly TransporterOffer[], form: CheckoutForm): TransporterOffer | undefined {
  return offers.find((offer) => offer.id === form.transporter && offer.deliveryType === form.deliveryType);
}

export function useCheckout({ lines, source, available, onPlaced, onOutdated, onShort }: CheckoutProps) {
  const form = useStored(formStore);
  const cooldown = useCooldown();
  const destination = useDestination(form.wilaya, form.commune);
  const [left, setLeft] = useState<ReadonlySet<FieldName>>(new Set());
  const [attempted, setAttempted] = useState(false);
  const placing = usePlacing({
    onPlaced: (redirectPath) => {
      setAttempted(false);
      onPlaced(redirectPath);
    },
    onOutdated: () => {
      onOutdated();
      void destination.offers.refetch();
    },
    onShort,
  });
  const lost = useLost();
  const [asked, setAsked] = useState<Unanswered>();
  const doubted = useStored(unansweredStore).find(({ key }) => key === asked?.key);
  const meant = useRef(new Set<string>());

  const offer = offerOf(destination.offers.all, form);
  const goods = linesTotal(lines);
  const delivery: Centimes | undefined = offer && deliveryPrice(offer, goods);
  const standingNow = placing.refused && standing(placing.refused, lines, form);
  // Without a form there is nothing that it could be said beside, but what is told of on its own.
  const refusal = available || isToldAlone(standingNow) ? standingNow : undefined;
  const isAboutOther = placing.refused?.isOther || standingNow !== undefined;
  const refusedOther = !refusal && isAboutOther ? placing.refused : undefined;
  const total = refusal?.kind === 'price_changed' ? refusal.total : orderTotal(lines, delivery);
  // A carrier that does not serve the commune, or is not known to yet, is as good as none.
  const checked = offer ? form : { ...form, transporter: '' };
  const problems = formProblems(checked);
  const missing = missingFields(checked);

  const submission = (): Submission => {
    const wilaya = destination.wilayas.places.find(({ id }) => id === form.wilaya);
    const commune = destination.communes.places.find(({ id }) => id === form.commune);
    return {
      lines,
      form,
      fromCart: source === 'cart',
      cartId: draftIdOf(source),
      total,
      delivery: delivery ?? ZERO,
      wilaya: wilaya ? placeName(wilaya) : '',
      commune: commune ? placeName(commune) : '',
      transporter: offer?.name ?? '',
      ...(offer?.deliveryType === 'desk' && offer.deskAddress && { desk: offer.deskAddress }),
    };
  };
  const draftLater = useDraft(source, submission, placing.busy);

  const change = (field: FieldName, value: string) => {
    formStore.set(withField(formStore.get(), field, value));
  };
  const chooseOffer = (chosen: TransporterOffer) => {
    const deliveryType = chosen.deliveryType as DeliveryType;
    formStore.set({ ...formStore.get(), transporter: chosen.id, deliveryType });
  };
  const leave = (field: FieldName) => {
    if (field !== 'phone' || form.phone !== '') setLeft((current) => new Set(current).add(field));
    draftLater();
  };

  /** Another order is on its way or was just placed, or there is nothing to order. */
  const isHeld = placing.busy || cooldown > 0 || lines.length === 0;

  const submit = () => {
    setAttempted(true);
    if (isHeld) return;
    const wrong = FIELDS.find((field) => problems[field] !== undefined);
    if (wrong) {
      focusField(wrong);
      return;
    }
    const earlier = possiblyPlaced(submission());
    if (earlier && !meant.current.has(earlier.key)) setAsked(earlier);
    else placing.send(underItsKey(submission()));
  };
  /** The order on the page is another one than what may have gone already. */
  const submitSecond = ({ key }: Unanswered) => {
    setAsked(undefined);
    if (isHeld) return;
    meant.current.add(key);
    placing.send(underItsKey(submission()));
  };

  const sendAgain = (first: Unanswered) => {
    setAsked(undefined);
    if (cooldown > 0) return;
    const { submission: sent } = first;
    placing.sendAgain(first, !areSameGoods(sent.lines, lines) || !isSameForm(sent.form, form));
  };
  const resume = ({ sent }: Refused) => {
    sent.submission.lines.forEach(restoreLine);
    formStore.set(filledFrom(formStore.get(), sent.submission.form));
    onOutdated();
    placing.dismiss();
  };
  const retry = () => {
    // What the page shows is no matter of it: an empty cart holds no retry.
    if (placing.busy || cooldown > 0) placing.dismiss();
    else placing.retry();
  };

  const problemFor = (field: FieldName): FieldProblem | undefined => {
    if (refusal?.kind === 'fields' && refusal.fields.includes(field))
      return problems[field] ?? refusedAs(field);
    return attempted || (left.has(field) && form[field] !== '') ? problems[field] : undefined;
  };

  return {
    form,
    destination,
    offer,
    goods,
    delivery,
    total,
    missing,
    /** Filled in, and not right. */
    wrong: wrongFields(checked),
    problems,
    attempted,
    cooldown,
    refusal,
    refusedOther,
    /** Whether what failed may have been made an order all the same. */
    mayExist: placing.refused?.mayExist ?? false,
    answered: placing.answered,
    /** What was sent and never answered, while nothing is on its way. */
    lost: placing.busy ? [] : lost,
    /** What may have gone already, before another order for the same phone goes. */
    doubted,
    busy: placing.busy,
    ready: Object.keys(problems).length === 0 && cooldown === 0 && lines.length > 0,
    change,
    chooseOffer,
    leave,
    submit,
    submitSecond,
    sendAgain,
    /** Puts what was refused back into the cart and the form, as far as it is not there: it can be changed there, and ordered. */
    resume,
    reconsider: () => setAsked(undefined),
    retry,
    problemFor,
    dismiss: placing.dismiss,
  };
}

export type Checkout = ReturnType<typeof useCheckout>;

/** The field before the button is left for an order: so long it may take to be pressed. */
const DRAFT_AFTER_MS = 1_000;

/**
 * Keeps a draft once, when the shopper can be called back and does not order; a failure costs the shopper nothing (spec 4). It never
 * goes beside an order: stored after it, it would say that nothing was ordered.
 */
function useDraft(source: Source, submission: () => Submission, isOrdering: boolean): () => void {
  const drafting = useRef(false);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const latest = useRef({ submission, isOrdering });
  useEffect(() => {
    latest.current = { submission, isOrdering };
  });
  useEffect(() => () => clearTimeout(timer.current), []);
  const keep = async (lastOrder: Purchase | null) => {
    const isOrdered = () => lastPurchaseStore.get() !== lastOrder;
    const wanted = latest.current.submission();
    if (isOrdered() || mayBeOrdered(wanted) || drafting.current || !isWorthADraft(wanted)) return;
    drafting.current = true;
    try {
      const cartId = await createDraft(wanted);
      // An order that went meanwhile took the draft along.
      if (cartId !== null && !isOrdered()) keepDraftId(source, cartId);
    } catch (error) {
      console.warn('the draft cart was not kept', error);
    } finally {
      drafting.current = false;
    }
  };
  return () => {
    const lastOrder = lastPurchaseStore.get();
    const wait = () => {
      timer.current = setTimeout(() => {
        if (latest.current.isOrdering) wait();
        else void keep(lastOrder);
      }, DRAFT_AFTER_MS);
    };
    clearTimeout(timer.current);
    if (isWorthADraft(submission())) wait();
  };
}

function isWorthADraft({ form, lines, cartId }: Submission): boolean {
  const person: FieldName[] = ['lastname', 'firstname', 'phone'];
  const canCall = canDraft(form) && person.every((field) => problemOf(field, form) === undefined);
  return canCall && cartId === null && lines.length > 0;
}

/** Of what failed a sheet tells, and of what came too soon the pause does, beside the order that is kept. */
function isToldAlone(refusal: Refusal | undefined): boolean {
  return refusal?.kind === 'failed' || refusal?.kind === 'cooldown';
}

/** What to say of a field that the shop refused though the form found it right. */
function refusedAs(field: FieldName): FieldProblem {
  if (field === 'firstname' || field === 'lastname') return 'name';
  return field === 'phone' || field === 'email' || field === 'address' ? field : 'required';
}

export function focusField(field: FieldName): void {
  document.getElementById(fieldId(field))?.focus();
}
