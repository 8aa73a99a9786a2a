/** What is typed of a transporter and its prices, and what of it is to be sent. */
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
const NEW_TARIFF: TariffDraft = { price: '', delay: USUAL_DELAY, address: '' };
/** The greatest price, in dinars. */
const MOST_PRICE = 1_000_000;
/** A request may be 64 KiB long. */
const MOST_BYTES = 48_000;

/** `16--home` of a wilaya, `49-0103-desk` of a commune. */
export function keyOf({ wilayaId, communeId }: Place, delivery: Delivery): string {
  return `${wilayaId}-${communeId ?? ''}-${delivery}`;
}

export function draftOf({ name, isActive, logo, tariffs }: TransporterDetail): TransporterDraft {
  const entries = tariffs.map((tariff) => {
    const { wilayaId, communeId = null, deliveryType, price, delayMinHours, delayMaxHours } = tariff;
    const key = keyOf({ wilayaId, communeId }, deliveryType as Delivery);
    const delay = `${delayMinHours}-${delayMaxHours}`;
    return [key, { price: moneyText(fromDinars(price)), delay, address: tariff.deskAddress }] as const;
  });
  return { name, isActive, logo, tariffs: Object.fromEntries(entries) };
}

/**
 * The prices with others at some keys. An emptied one keeps its delay and its address, since the next price may be typed
 * at once; it is gone where they are what a new one begins with.
 */
export function withPrices(tariffs: Tariffs, changes: Iterable<readonly [string, string]>): Tariffs {
  const after = new Map(Object.entries(tariffs));
  for (const [key, price] of changes) {
    const tariff = { ...NEW_TARIFF, ...after.get(key), price: price.trim() && price };
    if (isSame(tariff, NEW_TARIFF)) after.delete(key);
    else after.set(key, tariff);
  }
  return Object.fromEntries(after);
}

/** In dinars; `null` where it is none. */
export function priceOf(text: string): number | null {
  const amount = parseMoney(text);
  const dinars = amount === null ? Number.NaN : toDinars(amount);
  return dinars <= MOST_PRICE ? dinars : null;
}

/** Keys whose price can't be read. */
function unreadable({ tariffs }: TransporterDraft): string[] {
  return Object.keys(tariffs).filter((key) => {
    const price = tariffs[key]?.price ?? '';
    return price !== '' && priceOf(price) === null;
  });
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
  };
}

/** What to send; `null` while something is missing or can't be read. */
export function bodyOf(read: TransporterDetail, draft: TransporterDraft): TransporterChange | null {
  if (!draft.name.trim() || unreadable(draft).length > 0) return null;
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
