/** What is typed of a transporter and its prices, and what of it is to be sent. */
import { latinDigits } from '@/domain/digits.ts';
import { isSame } from '@/domain/merge.ts';
import { fromDinars, toDinars } from '@/domain/money.ts';
import { moneyText, parseMoney } from '@/ui/form/money-text.ts';
import type { TariffChange, TransporterChange, TransporterDetail } from '../../data/types.ts';
import { sentPicture } from '../../recipe/inputs/small-picture.ts';

export const DELIVERIES = ['home', 'desk'] as const;
export type Delivery = (typeof DELIVERIES)[number];

/** Where a price is for: a whole wilaya, or one commune of it. */
export interface Place {
  wilayaId: string;
  communeId: string | null;
}

export interface TariffDraft {
  /** As it is typed; empty where nobody is served any more. */
  price: string;
  /** Hours from hand-over, `24-72`. */
  delay: string;
  /** Of the desk where a parcel is fetched. */
  address: string;
  /** Amount of goods from which on it costs nothing, as it is typed; empty: never. */
  freeFrom: string;
}

export type Tariffs = Readonly<Record<string, TariffDraft>>;

export interface TransporterDraft {
  name: string;
  isActive: boolean;
  /** Address of the logo, a picture that was just chosen as `data:`, or empty. */
  logo: string;
  /** By `keyOf`; where there is none, nobody is served. */
  tariffs: Tariffs;
}

export const USUAL_DELAY = '24-72';
const NEW_TARIFF: TariffDraft = { price: '', delay: USUAL_DELAY, address: '', freeFrom: '' };
/** The greatest price, in dinars. */
const MOST_PRICE = 1_000_000;
/** The most goods, in dinars, from which on delivery may be free. */
const MOST_GOODS = 10_000_000;
/** What the shop takes. */
const MOST_HOURS = 10_000;
/** Characters of a desk's address. */
export const MOST_ADDRESS = 300;
/** A request may be 64 KiB long. */
const MOST_BYTES = 48_000;

/** `16--home` of a wilaya, `49-0103-desk` of a commune. */
export function keyOf({ wilayaId, communeId }: Place, delivery: Delivery): string {
  return `${wilayaId}-${communeId ?? ''}-${delivery}`;
}

export function draftOf({ name, isActive, logo, tariffs }: TransporterDetail): TransporterDraft {
  const entries = tariffs.map((tariff) => {
    const { wilayaId, communeId = null, deliveryType, delayMinHours, delayMaxHours } = tariff;
    const key = keyOf({ wilayaId, communeId }, deliveryType as Delivery);
    const price = moneyText(fromDinars(tariff.price));
    const freeFrom = tariff.freeFrom == null ? '' : moneyText(fromDinars(tariff.freeFrom));
    const delay = `${delayMinHours}-${delayMaxHours}`;
    return [key, { price, delay, address: tariff.deskAddress, freeFrom }] as const;
  });
  return { name, isActive, logo, tariffs: Object.fromEntries(entries) };
}

/** To the door where it is to a desk: the same carrier goes there as fast. */
function otherWay(key: string): string {
  return key.endsWith('-desk') ? key.replace(/desk$/, 'home') : key.replace(/home$/, 'desk');
}

/**
 * The prices with others at some keys. A new one takes as long as the other way to the same place does. An emptied one keeps its delay and its address, since the next price may be typed
 * at once; it is gone where they are what a new one begins with.
 */
export function withPrices(tariffs: Tariffs, changes: Iterable<readonly [string, string]>): Tariffs {
  const after = new Map(Object.entries(tariffs));
  for (const [key, price] of changes) {
    const beginning = { ...NEW_TARIFF, delay: after.get(otherWay(key))?.delay ?? USUAL_DELAY };
    const tariff = { ...beginning, ...after.get(key), price: price.trim() && price };
    if (isSame(tariff, beginning)) after.delete(key);
    else after.set(key, tariff);
  }
  return Object.fromEntries(after);
}

/** In dinars; `null` where it is none. */
export function priceOf(text: string, most = MOST_PRICE): number | null {
  const amount = parseMoney(text);
  const dinars = amount === null ? Number.NaN : toDinars(amount);
  return dinars <= most ? dinars : null;
}

/** In dinars, 0 for never; `null` where it is no amount. */
export function freeFromOf(text: string): number | null {
  return text.trim() === '' ? 0 : priceOf(text, MOST_GOODS);
}

/** Hours from and to; `null` where they are none, or the second are fewer. */
export function hoursOf(...typed: [from: string, to: string]): string | null {
  const [from, to] = typed.map((text) => latinDigits(text.trim())) as typeof typed;
  const areHours = [from, to].every((hours) => /^\d{1,5}$/.test(hours) && Number(hours) <= MOST_HOURS);
  return areHours && Number(from) <= Number(to) ? `${Number(from)}-${Number(to)}` : null;
}

/** Whether nothing of it could be sent. */
export function isUnreadable({ price, freeFrom }: TariffDraft): boolean {
  return price !== '' && (priceOf(price) === null || freeFromOf(freeFrom) === null);
}

function changeAt(key: string, tariff: TariffDraft | undefined): TariffChange {
  const [wilayaId = '', communeId = '', deliveryType = ''] = key.split('-');
  const place = { wilayaId, communeId: communeId || null, deliveryType };
  if (!tariff?.price) return { ...place, price: null };
  const [from, to] = tariff.delay.split('-').map(Number);
  return {
    ...place,
    price: priceOf(tariff.price),
    delayMinHours: from ?? null,
    delayMaxHours: to ?? null,
    deskAddress: tariff.address,
    freeFrom: freeFromOf(tariff.freeFrom) ?? 0,
  };
}

/** What to send; `null` while something is missing or can't be read. */
export function bodyOf(read: TransporterDetail, draft: TransporterDraft): TransporterChange | null {
  if (!draft.name.trim() || Object.values(draft.tariffs).some(isUnreadable)) return null;
  const before = draftOf(read);
  const keys = [...new Set([...Object.keys(before.tariffs), ...Object.keys(draft.tariffs)])];
  const changed = keys.filter((key) => !isSame(before.tariffs[key], draft.tariffs[key]));
  return {
    version: read.version,
    ...(draft.name !== before.name && { name: draft.name.trim() }),
    ...(draft.isActive !== before.isActive && { isActive: draft.isActive }),
    ...(draft.logo !== before.logo && { logo: sentPicture(draft.logo) }),
    tariffs: changed.map((key) => changeAt(key, draft.tariffs[key])),
  };
}

/** The change in as many requests as it takes, the first with all that is no price. */
export function portions({ tariffs = [], ...rest }: TransporterChange): Omit<TransporterChange, 'version'>[] {
  const parts: TariffChange[][] = [[]];
  // A new logo leaves no room for prices beside it.
  let bytes = rest.logo ? MOST_BYTES : 0;
  for (const tariff of tariffs) {
    const length = new TextEncoder().encode(JSON.stringify(tariff)).length;
    if (bytes + length > MOST_BYTES) {
      parts.push([]);
      bytes = 0;
    }
    parts.at(-1)?.push(tariff);
    bytes += length;
  }
  const { version: _, ...own } = rest;
  return parts.map((part, at) => ({ ...(at === 0 && own), tariffs: part }));
}
