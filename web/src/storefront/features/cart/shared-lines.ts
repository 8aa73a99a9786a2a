/** What a shared cart's goods are in the shop now: lines for this shopper's cart, and what can't be had. */
import type { CartLine } from '@/domain/cart.ts';
import { ANY_QUANTITY, fitting } from '@/domain/quantity-rule.ts';
import type { SharedItem } from '@/domain/shared-cart.ts';
import type { AwaitedLine } from '../../state/reprice.ts';
import { type Goods, goodsOf, productNow } from '../../state/shop-goods.ts';

export interface SharedGoods {
  readonly here: readonly CartLine[];
  /** In the shop, but not to be had now. */
  readonly soldOut: readonly CartLine[];
  /** In the shop, to be ordered from a day on that is to come. */
  readonly awaited: readonly AwaitedLine[];
  /** How many are no longer in the shop, or not as they were shared: without a name of theirs. */
  readonly gone: number;
}

export async function sharedGoods(items: readonly SharedItem[]): Promise<SharedGoods> {
  const found = await Promise.all(items.map(goodsOfItem));
  const known = found.filter((one) => one !== null);
  return {
    here: known.filter(({ isAvailable }) => isAvailable).map(({ line }) => line),
    soldOut: known.filter(({ isAvailable, day }) => !isAvailable && !day).map(({ line }) => line),
    awaited: known.flatMap(({ line, day }) => (day ? [{ line, day }] : [])),
    gone: found.length - known.length,
  };
}

/** `null`, too, where the product has combinations of which none was shared. */
async function goodsOfItem(item: SharedItem): Promise<Goods | null> {
  const product = await productNow(item.slug);
  if (!product || (item.combinationId === null && product.combinations.length > 0)) return null;
  const quantity = fitting(product.quantityRule ?? ANY_QUANTITY, item.quantity);
  return goodsOf(product, { ...item, quantity });
}
