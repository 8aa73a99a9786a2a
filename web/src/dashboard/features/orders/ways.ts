/** The ways of delivering to a commune, and what each costs. */
import { useQuery } from '@tanstack/react-query';
import type { TransporterOffer } from '@/api/types.ts';
import type { CheckoutForm, DeliveryType } from '@/domain/checkout-form.ts';
import type { Centimes } from '@/domain/money.ts';
import { deliveryPrice } from '@/domain/pricing.ts';
import { offersQuery } from './queries.ts';

/** By whom a parcel goes, and whether to the door or to a desk. */
export interface Way {
  readonly transporter: string;
  readonly deliveryType: DeliveryType;
  /** The transporter's. */
  readonly name: string;
  readonly price: Centimes;
}

/** Where and how a parcel goes already, at the price that the customer agreed to. */
export interface Agreed {
  readonly wilaya: string;
  readonly commune: string;
  readonly way: Way;
}

/** A parcel whose delivery is chosen. */
export interface Parcel {
  /** What is in it costs so much: some deliver for nothing from an amount on. */
  readonly goods: Centimes;
  readonly agreed?: Agreed;
}

/** Unknown while they are on their way. */
export type Offers = readonly TransporterOffer[] | undefined;

export type Chosen = Pick<CheckoutForm, 'transporter' | 'deliveryType'>;

/**
 * The ways to a commune: the agreed one first, offered still or not, then the others at what they cost now. Unknown while
 * nothing is known of any.
 */
export function waysTo(commune: string, offers: Offers, { goods, agreed }: Parcel): Way[] | undefined {
  const kept = agreed?.commune === commune ? agreed.way : undefined;
  if (!offers && !kept) return undefined;
  const offered = (offers ?? []).map((offer) => ({
    transporter: offer.id,
    deliveryType: typeOf(offer.deliveryType),
    name: offer.name,
    price: deliveryPrice(offer, goods),
  }));
  return kept ? [kept, ...offered.filter((way) => !isWay(way, kept))] : offered;
}

/** The way that is chosen; nothing where it is not offered, or while nobody knows. */
export function wayIn(ways: readonly Way[] | undefined, chosen: Chosen): Way | undefined {
  return ways?.find((way) => isWay(way, chosen));
}

function isWay(way: Way, { transporter, deliveryType }: Chosen): boolean {
  return way.transporter === transporter && way.deliveryType === deliveryType;
}

/** As the shop writes it. */
export function typeOf(deliveryType: string): DeliveryType {
  return deliveryType === 'desk' ? 'desk' : 'home';
}

/** Who delivers to a commune; none is asked for before one is chosen. */
export function useOffers(commune: string) {
  const { data, error, refetch } = useQuery({ ...offersQuery(commune), enabled: commune !== '' });
  return { offers: offersIn(data), error, refetch };
}

/** The first element of the answer is the list (spec 7). */
export function offersIn(answer: TransporterOffer[][] | undefined): Offers {
  return answer && (answer[0] ?? []);
}
