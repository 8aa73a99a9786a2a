/** Brings the cart's prices up to the shop's, and tells which ones moved and what is no longer sold. */

import { ApiError } from '@/api/errors.ts';
import { FRESH } from '@/api/query.ts';
import { type CartLine, isSameLine } from '@/domain/cart.ts';
import { toDinars } from '@/domain/money.ts';
import { chosenBy, packShownPrice } from '@/domain/pack.ts';
import { shownPrice } from '@/domain/pricing.ts';
import { productQuery, queryClient } from '../api.ts';
import { cartStore } from './cart-store.ts';

/** A line before and after. Prices in dinars. */
export interface PriceChange {
  readonly line: CartLine;
  readonly before: number;
  readonly now: number;
}

/** What a shopper should know of the cart before ordering it. */
export interface CartNews {
  readonly changes: readonly PriceChange[];
  /** Lines that the shop no longer sells. */
  readonly gone: readonly CartLine[];
}

export const NO_NEWS: CartNews = { changes: [], gone: [] };

/** The line's price now, in dinars; `gone` when there is no such product or combination any more. */
async function priceOf(line: CartLine): Promise<number | 'gone'> {
  const slug = line.link.split('/').at(-1) ?? '';
  try {
    const product = await queryClient.fetchQuery({ ...productQuery(slug), staleTime: FRESH.never });
    const combination = product.combinations.find(({ id }) => id === line.combinationId);
    if (line.combinationId !== null && !combination) return 'gone';
    const isPack = product.productsInPackSerialized.length > 0;
    if (isPack || line.choices) {
      const chosen = chosenBy(product, line.choices ?? []);
      return chosen ? toDinars(packShownPrice(product, chosen).now) : 'gone';
    }
    return toDinars(shownPrice(combination ?? product).now);
  } catch (error) {
    // Of what can't be read the old price stays: the shop has the last word anyway.
    return error instanceof ApiError && error.status === 404 ? 'gone' : line.unitPrice;
  }
}

/** `told` is what the shopper was told and has not seen the end of: a second look does not take it back. */
export async function repriceCart(told: CartNews): Promise<CartNews> {
  const asked = cartStore.get();
  const prices = await Promise.all(asked.map(priceOf));
  const found = asked.map((line, place) => ({ line, now: prices[place] ?? line.unitPrice }));
  // The cart may have changed while the shop was asked.
  cartStore.update((lines) =>
    lines.map((line) => {
      const now = found.find((one) => isSameLine(one.line, line))?.now;
      return typeof now === 'number' ? { ...line, unitPrice: now } : line;
    }),
  );
  return {
    changes: found.flatMap(({ line, now }) => {
      const before = told.changes.find((change) => isSameLine(change.line, line))?.before ?? line.unitPrice;
      return typeof now === 'number' && now !== before ? [{ line, before, now }] : [];
    }),
    gone: found.flatMap(({ line, now }) => (now === 'gone' ? [line] : [])),
  };
}
