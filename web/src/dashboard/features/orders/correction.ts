/** What is corrected of an order before its parcel leaves, and what its delivery costs then. */
import { addressCharacters, type CheckoutForm } from '@/domain/checkout-form.ts';
import { add, type Centimes, fromDinars, toDinars } from '@/domain/money.ts';
import type { OrderCorrection, OrderDetail } from '../../data/types.ts';
import type { Shape } from '../../recipe/form/editing.ts';
import { type Offers, type Parcel, typeOf, type Way, wayIn, waysTo } from './ways.ts';

type Destination = Pick<CheckoutForm, 'commune' | 'transporter' | 'deliveryType'>;

const BEFORE_IT_LEFT = ['placed', 'unreachable', 'confirmed', 'preparing'];

export function isCorrectable({ status }: OrderDetail): boolean {
  return BEFORE_IT_LEFT.includes(status);
}

const BEFORE_IT_IS_PACKED = ['placed', 'unreachable', 'confirmed'];

/** What is in it may be changed. */
export function areLinesOpen({ status }: OrderDetail): boolean {
  return BEFORE_IT_IS_PACKED.includes(status);
}

/** The order as its customer filled it in, or whoever corrected it. */
export function draftOf(order: OrderDetail): CheckoutForm {
  const { lastname, firstname, phone, email, address } = order;
  const { wilayaId: wilaya, communeId: commune, transporterId: transporter } = order;
  const deliveryType = typeOf(order.deliveryType);
  return { lastname, firstname, phone, email, address, wilaya, commune, transporter, deliveryType };
}

/** `way`: the one that it goes by, whose price the customer was told. */
export function bodyOf(order: OrderDetail, draft: CheckoutForm, way: Way | undefined): OrderCorrection {
  return {
    ...draft,
    version: order.version,
    ...(way && { shownTotal: toDinars(totalBy(way, order)) }),
    firstname: draft.firstname.trim(),
    lastname: draft.lastname.trim(),
    phone: draft.phone.trim(),
    email: draft.email.trim(),
    address: addressCharacters(draft.address).trim(),
  };
}

/** A way is offered in a commune, and a commune lies in one wilaya. */
export const DELIVERY = ['wilaya', 'commune', 'transporter', 'deliveryType'] as const;

type Where = Pick<CheckoutForm, (typeof DELIVERY)[number] | 'address'>;

/** Where it goes, as one: where two people changed any of it, it stays together. */
type Placed = Omit<CheckoutForm, keyof Where> & { readonly place: Where };

export function placed(draft: CheckoutForm): Placed {
  const { wilaya, commune, transporter, deliveryType, address, ...who } = draft;
  return { ...who, place: { wilaya, commune, transporter, deliveryType, address } };
}

export function unplaced({ place, ...who }: Placed): CheckoutForm {
  return { ...who, ...place };
}

/** How what is typed is laid over what others make of the order. */
export const SHAPE: Shape<OrderDetail, Placed> = {
  draftOf: (order) => placed(draftOf(order)),
  whole: ['place'],
};

/** It goes where and how the customer agreed to, at the price that they agreed to. */
export function isAsAgreed(order: OrderDetail, { commune, transporter, deliveryType }: Destination): boolean {
  const { communeId, transporterId, deliveryType: type } = order;
  return commune === communeId && transporter === transporterId && deliveryType === typeOf(type);
}

/** What is in the order, and where and how it goes as it is. */
export function parcelOf(order: OrderDetail): Parcel {
  const { wilayaId, communeId, transporterId, deliveryType, transporter, deliveryPrice } = order;
  return {
    goods: fromDinars(order.productsTotal),
    agreed: {
      wilaya: wilayaId,
      commune: communeId,
      way: {
        transporter: transporterId,
        deliveryType: typeOf(deliveryType),
        name: transporter,
        price: fromDinars(deliveryPrice),
      },
    },
  };
}

/** The way that is chosen; nothing where it is not offered, or while nobody knows. */
export function wayOf(order: OrderDetail, draft: CheckoutForm, offers: Offers): Way | undefined {
  return wayIn(waysTo(draft.commune, offers, parcelOf(order)), draft);
}

/** What the customer pays in all. */
export function totalBy(way: Way, order: OrderDetail): Centimes {
  return add(fromDinars(order.productsTotal), way.price);
}
