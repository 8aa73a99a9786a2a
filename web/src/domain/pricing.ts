/** Which price is shown and charged (design 5): the one after promotion where there is one, else the base price. */
import { add, type Centimes, fromDinars, sum, times, ZERO } from './money.ts';

/** A product, or a combination of one. */
export interface PricedGoods {
  /** The base price; a combination without one of its own comes with its product's. */
  readonly priceHt: number;
  /** Of a product. */
  readonly productPriceAfterPromotion?: number | null;
  /** Of a combination. */
  readonly priceAfterPromotion?: number | null;
}

/** What is asked for, and the struck price beside it when a promotion lowers it. */
export interface ShownPrice {
  readonly now: Centimes;
  readonly before: Centimes | undefined;
}

/** A cart line's price and quantity. */
export interface PricedLine {
  readonly unitPrice: number;
  readonly quantity: number;
}

export function shownPrice(goods: PricedGoods): ShownPrice {
  const base = fromDinars(goods.priceHt);
  const promoted = goods.priceAfterPromotion ?? goods.productPriceAfterPromotion;
  const now = promoted == null ? base : fromDinars(promoted);
  return { now, before: now < base ? base : undefined };
}

/** Whole percent off, rounded down so that the shop never promises more than it gives. */
export function percentReduced({ now, before }: ShownPrice): number {
  return before === undefined ? 0 : Math.floor(((before - now) * 100) / before);
}

export function linesTotal(lines: Iterable<PricedLine>): Centimes {
  return sum([...lines].map(({ unitPrice, quantity }) => times(fromDinars(unitPrice), quantity)));
}

/** What a way of delivering costs for goods of this amount: nothing from its amount on, where it has one. */
export function deliveryPrice(
  { price, freeFrom }: { readonly price: number; readonly freeFrom?: number | null },
  goods: Centimes,
): Centimes {
  return freeFrom != null && goods >= fromDinars(freeFrom) ? ZERO : fromDinars(price);
}

/** Total = unit × quantity over the lines + delivery (spec 4); no delivery chosen yet counts 0. */
export function orderTotal(lines: Iterable<PricedLine>, delivery: Centimes | undefined): Centimes {
  return add(linesTotal(lines), delivery ?? ZERO);
}
