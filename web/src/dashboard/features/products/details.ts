/** What staff keep of a product beside what shoppers are shown, while it is typed. */
import { latinDigits } from '@/domain/digits.ts';
import { toDinars } from '@/domain/money.ts';
import type { Product, ProductDetails } from '../../data/types.ts';
import { type PriceDraft, readPrices } from './prices.ts';

export const CODES = ['sku', 'barcode'] as const;
export const MEASURES = ['weight', 'height', 'width', 'length'] as const;

export type DetailsDraft = Readonly<Record<(typeof CODES)[number] | (typeof MEASURES)[number], string>>;

export const NO_DETAILS: DetailsDraft = {
  sku: '',
  barcode: '',
  weight: '',
  height: '',
  width: '',
  length: '',
};

const MOST = { weight: 1_000_000, height: 10_000, width: 10_000, length: 10_000 };

export function detailsOf({ details }: Product): DetailsDraft {
  const { sku, barcode, weight, height, width, length } = details;
  const text = (value: number) => (value === 0 ? '' : String(value));
  return {
    sku,
    barcode,
    weight: text(weight),
    height: text(height),
    width: text(width),
    length: text(length),
  };
}

/** Grams or centimetres; 0 when empty, `null` when it is no such number. */
export function parseMeasure(measure: (typeof MEASURES)[number], text: string): number | null {
  const digits = latinDigits(text.trim());
  if (!/^\d{0,7}$/.test(digits)) return null;
  const value = Number(digits);
  return value <= MOST[measure] ? value : null;
}

/** What to send of both; `null` while something of it can't be read. */
export function readDetails(draft: DetailsDraft, price: PriceDraft): ProductDetails | null {
  const prices = readPrices(price);
  const [weight, height, width, length] = MEASURES.map((measure) => parseMeasure(measure, draft[measure]));
  if (!prices || weight == null || height == null || width == null || length == null) return null;
  return {
    sku: draft.sku.trim(),
    barcode: draft.barcode.trim(),
    supplyPriceHt: toDinars(prices.supply),
    wholeSalePriceHt: toDinars(prices.wholesale),
    wholesaleMinOrderQuantity: prices.wholesaleMinimum,
    weight,
    height,
    width,
    length,
  };
}
