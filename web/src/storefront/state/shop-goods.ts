/** What the shop has now of what a cart says, under whatever address and name. */
import { ApiError, movedTo } from '@/api/errors.ts';
import type { ProductPage } from '@/api/types.ts';
import { awaited } from '@/domain/available-from.ts';
import type { CartLine } from '@/domain/cart.ts';
import { chosenBy, isAvailable, packShownPrice } from '@/domain/pack.ts';
import { shownPrice } from '@/domain/pricing.ts';
import { productQuery, queryClient } from '../api.ts';
import { productLine } from './product-line.ts';

export interface Goods {
  /** As the product's page would put it into the cart now. */
  readonly line: CartLine;
  readonly isAvailable: boolean;
  /** From when on it can be ordered, while that is to come. */
  readonly day?: string | undefined;
}

/** Of a flexible pack `choices`, as a line has them. */
type Wanted = Pick<CartLine, 'combinationId' | 'choices' | 'quantity'>;

/** The product, wherever it moved; `null` where there is none any more. */
export async function productNow(
  slug: string,
  how: { staleTime?: number } = {},
): Promise<ProductPage | null> {
  try {
    return await queryClient.fetchQuery({ ...productQuery(slug), ...how });
  } catch (error) {
    const moved = movedTo(error);
    if (moved && moved !== slug) return productNow(moved, how);
    if (error instanceof ApiError && error.status === 404) return null;
    throw error;
  }
}

/** `null` where the product has no such combination or choice any more. */
export function goodsOf(
  product: ProductPage,
  { combinationId, choices = [], quantity }: Wanted,
): Goods | null {
  const combination = product.combinations.find(({ id }) => id === combinationId);
  if (combinationId !== null && !combination) return null;
  const chosen = chosenBy(product, choices);
  if (!chosen) return null;
  const day = awaited(product.availableFrom);
  const price = combination ? shownPrice(combination) : packShownPrice(product, chosen);
  return {
    line: productLine(product, { combination, chosen, price, quantity }),
    isAvailable: !day && isAvailable(product, { combination, chosen }),
    day,
  };
}
