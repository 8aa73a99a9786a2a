/**
 * The order form at work (spec 4 and 5): what is typed, what is wrong with it, what it costs, and sending it.
 * The form itself lives in this tab's storage, so that neither a failure nor a reload loses a word.
 */
import { useMutation } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import type { TransporterOffer } from '@/api/types.ts';
import type { CartLine } from '@/domain/cart.ts';
import {
  type CheckoutForm,
  canDraft,
  type DeliveryType,
  FIELDS,
  type FieldName,
  type FieldProblem,
  formProblems,
  missingFields,
  problemOf,
} from '@/domain/checkout-form.ts';
import { COOLDOWN_SECONDS } from '@/domain/cooldown.ts';
import { type Centimes, fromDinars, ZERO } from '@/domain/money.ts';
import { ownPath } from '@/domain/own-path.ts';
import { orderTotal } from '@/domain/pricing.ts';
import { useStored } from '@/lib/stored.ts';
import {
  cartIdStore,
  formStore,
  lastPurchaseStore,
  type PlacedOrder,
  placedOrderStore,
} from '../../state/purchase-store.ts';
import { useCooldown } from '../../state/use-cooldown.ts';
import { fieldId } from './field-texts.ts';
import { createDraft, placeOrder, type Submission } from './place-order.ts';
import { type Refusal, refusalOf } from './refusal.ts';
import { placeName, useDestination } from './use-destination.ts';

export interface CheckoutProps {
  readonly lines: readonly CartLine[];
  /** Called once the order exists; `redirectUrl` is where the shop wants the browser next, if anywhere. */
  readonly onPlaced: (redirectUrl: string | undefined) => void;
  /** Called when the shop's prices or stock are not what was shown. */
  readonly onOutdated: () => void;
}

function offerOf(offers: readonly TransporterOffer[], form: CheckoutForm): TransporterOffer | undefined {
  return offers.find((offer) => offer.id === form.transporter && offer.deliveryType === form.deliveryType);
}

/** Choosing a place empties what depended on the former one. */
function withField(form: CheckoutForm, field: FieldName, value: string): CheckoutForm {
  const noTransporter = { transporter: '', deliveryType: '' } as const;
  if (field === 'wilaya') return { ...form, wilaya: value, commune: '', ...noTransporter };
  if (field === 'commune') return { ...form, commune: value, ...noTransporter };
  return { ...form, [field]: value };
}

export function useCheckout({ lines, onPlaced, onOutdated }: CheckoutProps) {
  const form = useStored(formStore);
  const cooldown = useCooldown();
  const destination = useDestination(form.wilaya, form.commune);
  const [left, setLeft] = useState<ReadonlySet<FieldName>>(new Set());
  const [attempted, setAttempted] = useState(false);
  const [refusal, setRefusal] = useState<Refusal>();
  const drafting = useRef(false);

  const offer = offerOf(destination.offers.all, form);
  const delivery: Centimes | undefined = offer ? fromDinars(offer.price) : undefined;
  const computed = orderTotal(lines, delivery);
  const total = refusal?.kind === 'price_changed' ? refusal.total : computed;
  // A carrier that no longer serves the commune is as good as none.
  const checked = destination.offers.isSuccess && !offer ? { ...form, transporter: '' } : form;
  const problems = formProblems(checked);
  const missing = missingFields(checked);
  const submission: Submission = {
    lines,
    form,
    cartId: cartIdStore.get(),
    total,
  };

  const order = useMutation({
    mutationFn: placeOrder,
    onSuccess: (answer) => {
      placedOrderStore.set(placed(answer.orderNumber, fromDinars(answer.total)));
      lastPurchaseStore.set(Date.now());
      cartIdStore.set(null);
      setAttempted(false);
      onPlaced(ownPath(answer.redirectUrl, window.location.origin));
    },
    onError: (error) => {
      const reason = refusalOf(error);
      setRefusal(reason);
      if (reason.kind === 'price_changed' || reason.kind === 'out_of_stock') onOutdated();
      if (reason.kind === 'cooldown') {
        lastPurchaseStore.set(Date.now() - (COOLDOWN_SECONDS - reason.seconds) * 1000);
      }
      if (reason.kind === 'fields') focusField(reason.fields[0]);
    },
  });

  function placed(number: string, charged: Centimes): PlacedOrder {
    const wilaya = destination.wilayas.places.find(({ id }) => id === form.wilaya);
    const commune = destination.communes.places.find(({ id }) => id === form.commune);
    return {
      number,
      total: charged,
      delivery: delivery ?? ZERO,
      lines,
      form,
      wilaya: wilaya ? placeName(wilaya) : '',
      commune: commune ? placeName(commune) : '',
      transporter: offer?.name ?? '',
    };
  }

  const change = (field: FieldName, value: string) => {
    formStore.set(withField(formStore.get(), field, value));
    setRefusal((current) =>
      current?.kind === 'fields' || current?.kind === 'price_changed' ? undefined : current,
    );
  };
  const chooseOffer = (chosen: TransporterOffer) => {
    const deliveryType = chosen.deliveryType as DeliveryType;
    formStore.set({ ...formStore.get(), transporter: chosen.id, deliveryType });
    setRefusal(undefined);
  };
  const leave = (field: FieldName) => {
    if (field !== 'phone' || form.phone !== '') setLeft((current) => new Set(current).add(field));
    void draftOnce();
  };

  /** Once per cart, when the shopper can be called back; a failure costs the shopper nothing. */
  async function draftOnce(): Promise<void> {
    const person: FieldName[] = ['lastname', 'firstname', 'phone'];
    const ready = canDraft(form) && person.every((field) => problemOf(field, form) === undefined);
    if (!ready || drafting.current || cartIdStore.get() !== null || lines.length === 0) return;
    drafting.current = true;
    try {
      cartIdStore.set(await createDraft(submission));
    } catch (error) {
      console.warn('the draft cart was not kept', error);
    } finally {
      drafting.current = false;
    }
  }

  const submit = () => {
    setAttempted(true);
    if (order.isPending || cooldown > 0 || lines.length === 0) return;
    const wrong = FIELDS.find((field) => problems[field] !== undefined);
    if (wrong) {
      focusField(wrong);
      return;
    }
    setRefusal(undefined);
    order.mutate(submission);
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
    delivery,
    total,
    missing,
    problems,
    attempted,
    cooldown,
    refusal,
    busy: order.isPending,
    ready: Object.keys(problems).length === 0 && cooldown === 0 && lines.length > 0,
    change,
    chooseOffer,
    leave,
    submit,
    problemFor,
    dismiss: () => setRefusal(undefined),
  };
}

export type Checkout = ReturnType<typeof useCheckout>;

/** What to say of a field that the shop refused though the form found it right. */
function refusedAs(field: FieldName): FieldProblem {
  if (field === 'firstname' || field === 'lastname') return 'name';
  return field === 'phone' || field === 'email' ? field : 'required';
}

function focusField(field: FieldName | undefined): void {
  if (field) document.getElementById(fieldId(field))?.focus();
}
