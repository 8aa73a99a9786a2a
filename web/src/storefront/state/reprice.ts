/** Brings the cart's prices up to the shop's, after the shop said that they changed. */

import { FRESH } from '@/api/query.ts';
import type { CartLine } from '@/domain/cart.ts';
import { toDinars } from '@/domain/money.ts';
import { shownPrice } from '@/domain/pricing.ts';
import { productQuery, queryClient } from '../api.ts';
import { cartStore } from './cart-store.ts';

async function repriced(line: CartLine): Promise<CartLine> {
  const slug = line.link.split('/').at(-1) ?? '';
  const product = await queryClient.fetchQuery({ ...productQuery(slug), staleTime: FRESH.never });
  const combination = product.combinations.find(({ id }) => id === line.combinationId);
  return { ...line, unitPrice: toDinars(shownPrice(product, combination).now) };
}

/** A line whose product can't be read keeps its price: the shop has the last word anyway. */
export async function repriceCart(): Promise<void> {
  const settled = await Promise.all(cartStore.get().map((line) => repriced(line).catch(() => line)));
  cartStore.set(settled);
}
