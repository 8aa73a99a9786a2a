/** What a shared cart's goods are in the shop now: lines for this shopper's cart, and what can't be had. */
import { ApiError } from '@/api/errors.ts';
import type { ProductPage } from '@/api/types.ts';
import type { CartLine } from '@/domain/cart.ts';
import { chosenBy, isAvailable, packShownPrice } from '@/domain/pack.ts';
import { shownPrice } from '@/domain/pricing.ts';
import type { SharedItem } from '@/domain/shared-cart.ts';
import { productQuery, queryClient } from '../../api.ts';
import { movedTo } from '../../parts/error-text.ts';
import { productLine } from '../../state/product-line.ts';

export interface SharedGoods {
  readonly here: readonly CartLine[];
  /** In the shop, but not to be had now. */
  readonly soldOut: readonly CartLine[];
  /** How many are no longer in the shop, or not as they were shared: without a name of theirs. */
  readonly gone: number;
}

interface Goods {
  readonly line: CartLine;
  readonly isAvailable: boolean;
}

export async function sharedGoods(items: readonly SharedItem[]): Promise<SharedGoods> {
  const found = await Promise.all(items.map(goodsOf));
  const known = found.filter((one) => one !== null);
  return {
    here: known.filter(({ isAvailable }) => isAvailable).map(({ line }) => line),
    soldOut: known.filter(({ isAvailable }) => !isAvailable).map(({ line }) => line),
    gone: found.length - known.length,
  };
}

async function goodsOf(item: SharedItem): Promise<Goods | null> {
  try {
    return lineOf(await queryClient.fetchQuery(productQuery(item.slug)), item);
  } catch (error) {
    const slug = movedTo(error);
    if (slug && slug !== item.slug) return goodsOf({ ...item, slug });
    if (error instanceof ApiError && error.status === 404) return null;
    throw error;
  }
}

/** `null` where the product has no such combination any more, or has some of which none was shared. */
function lineOf(product: ProductPage, { combinationId, choices = [], quantity }: SharedItem): Goods | null {
  const combination = product.combinations.find(({ id }) => id === combinationId);
  if ((combinationId !== null || product.combinations.length > 0) && !combination) return null;
  const chosen = chosenBy(product, choices);
  if (!chosen) return null;
  const price = combination ? shownPrice(combination) : packShownPrice(product, chosen);
  return {
    line: productLine(product, { combination, chosen, price, quantity }),
    isAvailable: isAvailable(product, { combination, chosen }),
  };
}
