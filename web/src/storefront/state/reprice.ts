/** Brings the cart up to the shop's prices, words and addresses, and tells which prices moved, what is sold out and what is no longer sold. */

import { FRESH } from '@/api/query.ts';
import { type CartLine, isSameLine } from '@/domain/cart.ts';
import { cartStore } from './cart-store.ts';
import { type Goods, goodsOf, productNow } from './shop-goods.ts';

/** A line as it is now, and its price before and after. Prices in dinars. */
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

/** What the shop has of a line; `null` when there is no such product or combination any more. */
async function lookedUp(line: CartLine): Promise<Goods | null> {
  const slug = line.link.split('/').at(-1) ?? '';
  try {
    const product = await productNow(slug, { staleTime: FRESH.never });
    // Another product takes the address of one that was removed, and of no other.
    return product?.id === line.productId ? goodsOf(product, line) : null;
  } catch {
    // What can't be read stays as it was: the shop has the last word anyway.
    return { line, isAvailable: true };
  }
}

/** `told` is what the shopper was told and has not seen the end of: a second look does not take it back. */
export async function repriceCart(told: CartNews): Promise<CartNews> {
  const asked = cartStore.get();
  const found = await Promise.all(asked.map(async (line) => ({ line, now: await lookedUp(line) })));
  // The cart may have changed while the shop was asked.
  cartStore.update((lines) =>
    lines.map((line) => {
      const now = found.find((one) => isSameLine(one.line, line))?.now;
      if (!now) return line;
      // A rule that is gone is not in what the shop says now.
      const { rule: _, ...kept } = line;
      return { ...kept, ...now.line, quantity: line.quantity };
    }),
  );
  return {
    changes: found.flatMap(({ line, now }) => {
      const before = told.changes.find((change) => isSameLine(change.line, line))?.before ?? line.unitPrice;
      return now && now.line.unitPrice !== before
        ? [{ line: now.line, before, now: now.line.unitPrice }]
        : [];
    }),
    gone: found.flatMap(({ line, now }) => (now ? [] : [line])),
    soldOut: found.flatMap(({ now }) => (now && !now.isAvailable ? [now.line] : [])),
  };
}
