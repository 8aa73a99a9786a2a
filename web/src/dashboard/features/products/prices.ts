/**
 * The prices of a product while they are typed (spec 3, wizard): what it is sold for, what it was bought for and what
 * wholesalers pay, each before and with tax. Amounts stay text; the two of a pair recompute each other.
 */
import { latinNumber } from '@/domain/digits.ts';
import { type Centimes, centimes, fromDinars, withTax } from '@/domain/money.ts';
import { moneyText, parseMoney } from '@/ui/form/money-text.ts';
import type { Product } from '../../data/types.ts';
import { parseQuantity } from '../../parts/quantity.ts';

/** Before tax and with it. */
interface AmountDraft {
  ht: string;
  ttc: string;
}

export type PriceKind = 'sale' | 'supply' | 'wholesale';
export type PriceSide = keyof AmountDraft;

/** Each part recomputes others, so they are merged as one. */
export interface PriceDraft extends Readonly<Record<PriceKind, AmountDraft>> {
  /** Percent. */
  readonly tax: string;
  /** Fewest pieces that wholesalers order, as it is typed; empty where it is not said. */
  readonly wholesaleMinimum: string;
}

const PRICE_KINDS: readonly PriceKind[] = ['sale', 'supply', 'wholesale'];

/** Of a product that is not there yet: the usual rate. */
export const NO_PRICES = priceDraft({ tax: 19, sale: 0, supply: 0, wholesale: 0, wholesaleMinimum: 0 });

const RATE_SCALE = 10_000;
const RATE = /^\d{1,3}(?:[.,]\d{1,2})?$/;
const MOST_RATE = 10_000;

export function pricesOf({ taxRate, priceHt, details }: Product): PriceDraft {
  return priceDraft({
    tax: taxRate,
    sale: priceHt,
    supply: details.supplyPriceHt,
    wholesale: details.wholeSalePriceHt,
    // A gateway of the release before tells none.
    wholesaleMinimum: details.wholesaleMinOrderQuantity ?? 0,
  });
}

interface Prices extends Record<PriceKind, number> {
  tax: number;
  wholesaleMinimum: number;
}

function priceDraft({ tax, wholesaleMinimum, ...prices }: Prices): PriceDraft {
  const rate = Math.round(tax * 100);
  const amount = (dinars: number) => {
    const ht = fromDinars(dinars);
    return { ht: moneyText(ht), ttc: moneyText(withTax(ht, rate)) };
  };
  return {
    tax: String(tax).replace('.', ','),
    wholesaleMinimum: wholesaleMinimum === 0 ? '' : String(wholesaleMinimum),
    sale: amount(prices.sale),
    supply: amount(prices.supply),
    wholesale: amount(prices.wholesale),
  };
}

/** Hundredths of a percent; 0 when empty (spec 9), `null` when it is no rate. */
export function parseRate(text: string): number | null {
  const trimmed = latinNumber(text.trim());
  if (trimmed === '') return 0;
  if (!RATE.test(trimmed)) return null;
  const rate = Math.round(Number(trimmed.replace(',', '.')) * 100);
  return rate <= MOST_RATE ? rate : null;
}

/** Fewest pieces of a wholesale order, 1 to a million; 0 when empty, `null` when it is no such number. */
export function parseWholesaleMinimum({ wholesaleMinimum }: Partial<PriceDraft>): number | null {
  // A draft that was kept by a release before has none.
  const text = wholesaleMinimum ?? '';
  return text.trim() === '' ? 0 : parseQuantity(text);
}

/** The price before tax whose price with tax is nearest to `ttc`. */
export function withoutTax(ttc: Centimes, rate: number): Centimes {
  return centimes(Math.round((ttc * RATE_SCALE) / (RATE_SCALE + rate)));
}

/** One side of a price is typed; the other follows while both can be read. */
export function withAmount(draft: PriceDraft, kind: PriceKind, side: PriceSide, text: string): PriceDraft {
  const amount = parseMoney(text);
  const rate = parseRate(draft.tax);
  if (amount === null || rate === null) return { ...draft, [kind]: { ...draft[kind], [side]: text } };
  const pair =
    side === 'ht'
      ? { ht: text, ttc: moneyText(withTax(amount, rate)) }
      : { ht: moneyText(withoutTax(amount, rate)), ttc: text };
  return { ...draft, [kind]: pair };
}

/** Another rate keeps the prices before tax. */
export function withRate(draft: PriceDraft, tax: string): PriceDraft {
  return PRICE_KINDS.reduce((prices, kind) => withAmount(prices, kind, 'ht', draft[kind].ht), {
    ...draft,
    tax,
  });
}

interface ReadPrices extends Record<PriceKind, Centimes> {
  rate: number;
  wholesaleMinimum: number;
}

/** What the texts mean; `null` while one of them can't be read. */
export function readPrices(draft: PriceDraft): ReadPrices | null {
  const rate = parseRate(draft.tax);
  const wholesaleMinimum = parseWholesaleMinimum(draft);
  const [sale, supply, wholesale] = PRICE_KINDS.map((kind) => parseMoney(draft[kind].ht));
  if (rate === null || wholesaleMinimum === null) return null;
  if (sale == null || supply == null || wholesale == null) return null;
  return { rate, sale, supply, wholesale, wholesaleMinimum };
}

/** Whole percent of the sale that the purchase leaves, before tax; `null` where either is not said. */
export function marginOf(draft: PriceDraft): number | null {
  const prices = readPrices(draft);
  if (!prices || prices.sale === 0 || prices.supply === 0) return null;
  return Math.round(((prices.sale - prices.supply) * 100) / prices.sale);
}
