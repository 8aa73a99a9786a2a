/** The line that a product's page would put into a cart or an order. */
import type { Combination, ProductPage } from '@/api/types.ts';
import { attributesOf, type CartLine } from '@/domain/cart.ts';
import { toDinars } from '@/domain/money.ts';
import { type Chosen, choiceAttributes, choiceIds } from '@/domain/pack.ts';
import type { ShownPrice } from '@/domain/pricing.ts';
import { productPath } from '../paths.ts';
import { linePicture } from './line-picture.ts';

export interface WantedLine {
  readonly combination: Combination | undefined;
  /** Of each part of a pack. */
  readonly chosen: Chosen<Combination>;
  readonly price: ShownPrice;
  readonly quantity: number;
}

export function productLine(
  product: ProductPage,
  { combination, chosen, price, quantity }: WantedLine,
): CartLine {
  return {
    productId: product.id,
    combinationId: combination?.id ?? null,
    unitPrice: toDinars(price.now),
    quantity,
    name: product.name,
    image: linePicture(product.images, combination) ?? '',
    attributes: { ...attributesOf(combination), ...choiceAttributes(product, chosen) },
    link: productPath(product),
    ...(product.quantityRule && { rule: product.quantityRule }),
    ...(product.packMode === 'flexible' && { choices: choiceIds(chosen) }),
  };
}
