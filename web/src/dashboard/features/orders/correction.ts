/** What is corrected of an order before its parcel leaves, and what its delivery costs then. */
import type { TransporterOffer } from '@/api/types.ts';
import { addressCharacters, type CheckoutForm, type DeliveryType } from '@/domain/checkout-form.ts';
import { merge3 } from '@/domain/merge.ts';
import { type Centimes, fromDinars } from '@/domain/money.ts';
import { deliveryPrice } from '@/domain/pricing.ts';
import type { OrderCorrection, OrderDetail } from '../../data/types.ts';

/** By whom a parcel goes, and whether to the door or to a desk. */
export interface Way {
  readonly transporter: string;
  readonly deliveryType: DeliveryType;
  /** The transporter's. */
  readonly name: string;
  readonly price: Centimes;
}

type Destination = Pick<CheckoutForm, 'commune' | 'transporter' | 'deliveryType'>;

const BEFORE_IT_LEFT = ['placed', 'unreachable', 'confirmed', 'preparing'];

export function isCorrectable({ status }: OrderDetail): boolean {
  return BEFORE_IT_LEFT.includes(status);
}

/** The order as its customer filled it in, or whoever corrected it. */
export function draftOf(order: OrderDetail): CheckoutForm {
  const { lastname, firstname, phone, email, address } = order;
  const { wilayaId: wilaya, communeId: commune, transporterId: transporter } = order;
  const deliveryType = typeOf(order.deliveryType);
  return { lastname, firstname, phone, email, address, wilaya, commune, transporter, deliveryType };
}

export function bodyOf({ version }: OrderDetail, draft: CheckoutForm): OrderCorrection {
  return {
    ...draft,
    version,
    firstname: draft.firstname.trim(),
    lastname: draft.lastname.trim(),
    phone: draft.phone.trim(),
    email: draft.email.trim(),
    address: addressCharacters(draft.address).trim(),
  };
}

/** What is typed, over what others made of the order since `read`. */
export function rebased(read: OrderDetail, draft: CheckoutForm, present: OrderDetail): CheckoutForm {
  const [was, mine, theirs] = [draftOf(read), draft, draftOf(present)].map(withPlace);
  const { place, ...who } = merge3(was, mine, theirs, ['place']).value as ReturnType<typeof withPlace>;
  return { ...who, ...place };
}

/** A way is offered in a commune, and a commune lies in one wilaya: where both changed any, they stay together. */
function withPlace({ wilaya, commune, transporter, deliveryType, ...who }: CheckoutForm) {
  return { ...who, place: { wilaya, commune, transporter, deliveryType } };
}

/** It goes where and how the customer agreed to, at the price that they agreed to. */
export function isAsAgreed(order: OrderDetail, { commune, transporter, deliveryType }: Destination): boolean {
  const { communeId, transporterId, deliveryType: type } = order;
  return commune === communeId && transporter === transporterId && deliveryType === typeOf(type);
}

/** The ways to a commune: the agreed one first, offered still or not, then the others at what they cost now. */
export function waysTo(order: OrderDetail, commune: string, offers: readonly TransporterOffer[]): Way[] {
  const goods = fromDinars(order.productsTotal);
  const offered = offers.map((offer) => ({
    transporter: offer.id,
    deliveryType: typeOf(offer.deliveryType),
    name: offer.name,
    price: deliveryPrice(offer, goods),
  }));
  const others = offered.filter((way) => !isAsAgreed(order, { commune, ...way }));
  return commune === order.communeId ? [agreedWay(order), ...others] : others;
}

function agreedWay({ transporterId, deliveryType, transporter, deliveryPrice: price }: OrderDetail): Way {
  return {
    transporter: transporterId,
    deliveryType: typeOf(deliveryType),
    name: transporter,
    price: fromDinars(price),
  };
}

export function isWay(way: Way, { transporter, deliveryType }: Omit<Destination, 'commune'>): boolean {
  return way.transporter === transporter && way.deliveryType === deliveryType;
}

function typeOf(deliveryType: string): DeliveryType {
  return deliveryType === 'desk' ? 'desk' : 'home';
}
