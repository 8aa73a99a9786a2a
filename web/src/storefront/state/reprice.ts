/** Brings the cart up to the shop's prices and words, and tells which ones moved, what is sold out and what is no longer sold. */

import { ApiError } from '@/api/errors.ts';
import { FRESH } from '@/api/query.ts';
import { attributesOf, type CartLine, isSameLine } from '@/domain/cart.ts';
import { toDinars } from '@/domain/money.ts';
import { chosenBy, isAvailable, packShownPrice } from '@/domain/pack.ts';
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
  /** Lines that the shop sells, but has none of now. */
  readonly soldOut: readonly CartLine[];
}

export const NO_NEWS: CartNews = { changes: [], gone: [], soldOut: [] };

/** What the shop has of a line: its price in dinars, and whether it can be had. */
interface Goods {
  readonly price: number;
  readonly isAvailable: boolean;
  /** Of its combination, in the shopper's language by now; a card knew nothing of them. Those of a pack are its line's own. */
  readonly attributes?: CartLine['attributes'];
}

/** `gone` when there is no such product or combination any more. */
async function goodsOf(line: CartLine): Promise<Goods | 'gone'> {
  const slug = line.link.split('/').at(-1) ?? '';
  try {
    const product = await queryClient.fetchQuery({ ...productQuery(slug), staleTime: FRESH.never });
    const combination = product.combinations.find(({ id }) => id === line.combinationId);
    if (line.combinationId !== null && !combination) return 'gone';
    const isPack = product.productsInPackSerialized.length > 0;
    const chosen = isPack || line.choices ? chosenBy(product, line.choices ?? []) : [];
    if (!chosen) return 'gone';
    const price = chosen.length > 0 ? packShownPrice(product, chosen) : shownPrice(combination ?? product);
    return {
      price: toDinars(price.now),
      isAvailable: isAvailable(product, { combination, chosen }),
      ...(combination && !line.choices && { attributes: attributesOf(combination) }),
    };
  } catch (error) {
    if (error instanceof ApiError && error.status === 404) return 'gone';
    // Of what can't be read the old price stays: the shop has the last word anyway.
    return { price: line.unitPrice, isAvailable: true };
  }
}

/** `told` is what the shopper was told and has not seen the end of: a second look does not take it back. */
export async function repriceCart(told: CartNews): Promise<CartNews> {
  const asked = cartStore.get();
  const found = await Promise.all(asked.map(async (line) => ({ line, now: await goodsOf(line) })));
  // The cart may have changed while the shop was asked.
  cartStore.update((lines) =>
    lines.map((line) => {
      const now = found.find((one) => isSameLine(one.line, line))?.now;
      if (!now || now === 'gone') return line;
      return { ...line, unitPrice: now.price, attributes: now.attributes ?? line.attributes };
    }),
  );
  return {
    changes: found.flatMap(({ line, now }) => {
      const before = told.changes.find((change) => isSameLine(change.line, line))?.before ?? line.unitPrice;
      return now !== 'gone' && now.price !== before ? [{ line, before, now: now.price }] : [];
    }),
    gone: found.flatMap(({ line, now }) => (now === 'gone' ? [line] : [])),
    soldOut: found.flatMap(({ line, now }) => (now !== 'gone' && !now.isAvailable ? [line] : [])),
  };
}
