/** An order that staff make for whoever is on the phone: what is typed of it, and what is sent. */
import {
  addressCharacters,
  type CheckoutForm,
  EMPTY_FORM,
  type FieldProblem,
  formProblems,
} from '@/domain/checkout-form.ts';
import { isSame } from '@/domain/merge.ts';
import { nationalDigits } from '@/domain/phone-dz.ts';
import { m } from '@/i18n/paraglide.gen/messages.js';
import type { Customer, NewOrder, StaffOrderType } from '../../../data/types.ts';
import { NEW_ID, type Versioned } from '../../../recipe/form/editing.ts';
import { isWhole, type LineDraft, productsOf } from '../lines/line-draft.ts';

export interface NewOrderDraft extends CheckoutForm {
  readonly lines: readonly LineDraft[];
  /** The customer agreed already. */
  readonly confirm: boolean;
  /** By which prices it is charged. */
  readonly type: StaffOrderType;
}

export const NEW_ORDER: Versioned = { id: NEW_ID, version: 0 };

export function emptyDraft(): NewOrderDraft {
  return { ...EMPTY_FORM, lines: [], confirm: true, type: 'phoneorder' };
}

const PROBLEMS: Record<FieldProblem, () => string> = {
  required: m.db_field_required,
  name: m.db_rule_person_name,
  phone: m.db_rule_phone,
  email: m.db_rule_email,
  address: m.db_rule_address,
};

type Wrong = Readonly<Partial<Record<keyof NewOrderDraft, string>>>;

/** What keeps it from being sent, in words; `isOffered`: the way that is chosen leads to where it goes. */
export function wrongIn(draft: NewOrderDraft, isOffered: boolean): Wrong {
  const problems: Partial<Record<keyof NewOrderDraft, FieldProblem>> = formProblems({
    ...draft,
    phone: nationalDigits(draft.phone) || draft.phone,
    address: addressCharacters(draft.address),
  });
  const words = Object.entries(problems).map(([field, problem]) => [field, PROBLEMS[problem]()]);
  return {
    ...Object.fromEntries(words),
    ...(draft.commune && !isOffered && { transporter: m.db_field_required() }),
    ...(draft.lines.length === 0 && { lines: m.db_new_order_products_required() }),
  };
}

export function isReady(draft: NewOrderDraft, isOffered: boolean): boolean {
  return Object.keys(wrongIn(draft, isOffered)).length === 0 && isWhole(draft.lines);
}

/** The type of what is sent, where it is not the usual one. */
export function sentType(type: StaffOrderType): { type?: StaffOrderType } {
  return type === 'phoneorder' ? {} : { type };
}

/** `shownTotal`: what the customer was told, in dinars. */
export function bodyOf({ lines, type, ...draft }: NewOrderDraft, shownTotal: number): NewOrder {
  return {
    ...draft,
    ...sentType(type),
    firstname: draft.firstname.trim(),
    lastname: draft.lastname.trim(),
    phone: nationalDigits(draft.phone),
    email: draft.email.trim(),
    address: addressCharacters(draft.address).trim(),
    products: productsOf(lines),
    shownTotal,
  };
}

/** They ask for the same, whatever was said that it costs. */
export function isSameWish(one: NewOrder, other: NewOrder): boolean {
  return isSame({ ...one, shownTotal: 0 }, { ...other, shownTotal: 0 });
}

/** What the card of a customer says, over what is typed; what it says nothing of stays. */
export function takenFrom(customer: Customer): Partial<NewOrderDraft> {
  const { firstname, lastname, email, address, wilayaId, communeId } = customer;
  return {
    firstname,
    lastname,
    ...(email && { email }),
    ...(address && { address }),
    ...(wilayaId && { wilaya: wilayaId, commune: communeId }),
  };
}
