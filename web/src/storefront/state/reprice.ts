/** Brings the cart's prices up to the shop's, and tells which ones moved. */

import { FRESH } from '@/api/query.ts';
import type { CartLine } from '@/domain/cart.ts';
import { toDinars } from '@/domain/money.ts';
import { shownPrice } from '@/domain/pricing.ts';
import { productQuery, queryClient } from '../api.ts';
import { cartStore } from './cart-store.ts';

/** A line before and after. Prices in dinars. */
export interface PriceChange {
  readonly name: string;
  readonly before: number;
  readonly now: number;
}

async function repriced(line: CartLine): Promise<CartLine> {
  const slug = line.link.split('/').at(-1) ?? '';
  const product = await queryClient.fetchQuery({ ...productQuery(slug), staleTime: FRESH.never });
  const combination = product.combinations.find(({ id }) => id === line.combinationId);
  return { ...line, unitPrice: toDinars(shownPrice(product, combination).now) };
}

/** A line whose product can't be read keeps its price: the shop has the last word anyway. */
export async function repriceCart(): Promise<PriceChange[]> {
  const before = cartStore.get();
  const after = await Promise.all(before.map((line) => repriced(line).catch(() => line)));
  const price = new Map(after.map((line) => [`${line.productId}/${line.combinationId}`, line.unitPrice]));
  // The cart may have changed while the shop was asked.
  cartStore.set(
    cartStore.get().map((line) => ({
      ...line,
      unitPrice: price.get(`${line.productId}/${line.combinationId}`) ?? line.unitPrice,
    })),
  );
  return before.flatMap((line, index) => {
    const now = after[index]?.unitPrice ?? line.unitPrice;
    return now === line.unitPrice ? [] : [{ name: line.name, before: line.unitPrice, now }];
  });
}
