/** What pieces cost at one of the product's prices (spec 2): the price times the quantity, two decimals. */
import { latinDigits } from '@/domain/digits.ts';
import { type Centimes, times } from '@/domain/money.ts';
import { parseMoney } from '@/ui/form/money-text.ts';
import type { PriceDraft, PriceKind, PriceSide } from './prices.ts';

export const PRICE_TYPES = [
  'sale.ttc',
  'sale.ht',
  'wholesale.ttc',
  'wholesale.ht',
  'supply.ttc',
  'supply.ht',
] as const satisfies readonly `${PriceKind}.${PriceSide}`[];
export type PriceType = (typeof PRICE_TYPES)[number];

const MOST = 1_000_000;

/** Pieces, from 1; `null` when it is no such number. */
export function parseQuantity(text: string): number | null {
  const digits = latinDigits(text.trim());
  const quantity = /^\d{1,7}$/.test(digits) ? Number(digits) : 0;
  return quantity >= 1 && quantity <= MOST ? quantity : null;
}

/** `null` while the price or the quantity can't be read, or the amount is past all that is sold. */
export function totalOf(price: PriceDraft, type: PriceType, quantity: string): Centimes | null {
  const [kind, side] = type.split('.') as [PriceKind, PriceSide];
  const unit = parseMoney(price[kind][side]);
  const pieces = parseQuantity(quantity);
  if (unit === null || pieces === null) return null;
  return Number.isSafeInteger(unit * pieces) ? times(unit, pieces) : null;
}
