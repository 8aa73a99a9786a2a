/** What is typed of a customer, and what of it is to be sent. */
import type { Customer, CustomerChange } from '../../data/types.ts';
import { NEW_ID } from '../../recipe/form/editing.ts';
import { changedFields } from '../../recipe/form/use-record-form.ts';

export interface CustomerDraft {
  /** Of a new one; it stays as it is afterwards. */
  phone: string;
  firstname: string;
  lastname: string;
  email: string;
  place: Place;
  address: string;
  note: string;
}

/** Both or neither. */
export interface Place {
  wilayaId: string;
  communeId: string;
}

/** What is sent: the phone of a new one beside the change. */
export type CustomerWanted = CustomerChange & { phone?: string };

/** What a customer is before there is one. */
export const NEW_CUSTOMER: Customer = {
  id: NEW_ID,
  version: 0,
  phone: '',
  firstname: '',
  lastname: '',
  email: '',
  wilayaId: '',
  communeId: '',
  address: '',
  note: '',
  outcomes: { open: 0, delivered: 0, returned: 0, lost: 0, cancelled: 0, deliveredTotal: 0, more: false },
  orders: [],
};

/** A commune lies in one wilaya: where others changed either, both are decided together. */
export const WHOLE = ['place'];

export function draftOf(customer: Customer): CustomerDraft {
  const { phone, firstname, lastname, email, wilayaId, communeId, address, note } = customer;
  return { phone, firstname, lastname, email, place: { wilayaId, communeId }, address, note };
}

/** Fields that have to be filled in before it can be saved. */
export function missingFields({ phone, firstname, lastname, place }: CustomerDraft): string[] {
  const needed: [string, string][] = [
    ['phone', phone],
    ['firstname', firstname],
    ['lastname', lastname],
  ];
  if (place.wilayaId) needed.push(['communeId', place.communeId]);
  return needed.flatMap(([field, text]) => (text.trim() ? [] : [field]));
}

/** What to send; `null` while something is missing. */
export function bodyOf(read: Customer, draft: CustomerDraft): CustomerWanted | null {
  if (missingFields(draft).length > 0) return null;
  const changed = changedFields(draftOf(read), draft);
  return {
    version: read.version,
    ...(changed.includes('phone') && { phone: draft.phone.trim() }),
    ...(changed.includes('firstname') && { firstname: draft.firstname.trim() }),
    ...(changed.includes('lastname') && { lastname: draft.lastname.trim() }),
    ...(changed.includes('email') && { email: draft.email.trim() }),
    ...(changed.includes('place') && draft.place),
    ...(changed.includes('address') && { address: draft.address.trim() }),
    ...(changed.includes('note') && { note: draft.note.trim() }),
  };
}
