/**
 * The cart in this browser (spec 7): key `cart`, shared with other tabs. Adding fires `add-to-cart`, and whoever
 * fires it makes the mini cart read again; `show-combination-modal` asks for the choice of a combination.
 */
import type { Combination, ProductImage } from '@/api/types.ts';
import {
  type CartLine,
  type LineKey,
  readLines,
  withLine,
  withLineAt,
  withoutLine,
  withoutOrdered,
  withQuantity,
} from '@/domain/cart.ts';
import type { ListingSearch } from '@/domain/listing-search.ts';
import type { QuantityRule } from '@/domain/quantity-rule.ts';
import { stored } from '@/lib/stored.ts';

export const ADD_TO_CART = 'add-to-cart';
export const SHOW_COMBINATION_MODAL = 'show-combination-modal';

/** What the option modal needs to let somebody choose (spec 4). */
export interface CombinationRequest {
  readonly productId: string;
  /** Dinars, as the card says it; each combination has its own. */
  readonly price: number;
  readonly name: string;
  readonly image: string;
  /** Of the product, where its combinations have their own among them. */
  readonly images: readonly ProductImage[];
  readonly combinations: readonly Combination[];
  /** In what numbers each of them is ordered; absent: any. */
  readonly rule?: QuantityRule | undefined;
  /** Of the list that it was asked for in: what that was narrowed to is preselected. */
  readonly search?: ListingSearch;
  readonly link: string;
}

export const cartStore = stored('cart', readLines);
window.addEventListener(ADD_TO_CART, () => cartStore.reload());

export function addToCart(line: CartLine): void {
  cartStore.update((lines) => withLine(lines, line));
  window.dispatchEvent(new CustomEvent(ADD_TO_CART, { detail: line }));
}

/** Several at once, by who looks at the cart: nothing opens. */
export function addLines(added: readonly CartLine[]): void {
  cartStore.update((lines) => added.reduce(withLine, lines));
}

export function setQuantity(key: LineKey, quantity: number): void {
  cartStore.update((lines) => withQuantity(lines, key, quantity));
}

export function removeLine(key: LineKey): void {
  cartStore.update((lines) => withoutLine(lines, key));
}

/** Puts back what was removed. Nothing was added, so nothing opens. */
export function restoreLine(line: CartLine, place: number): void {
  cartStore.update((lines) => withLineAt(lines, line, place));
}

/** Takes out what an order took. */
export function takeOrdered(ordered: readonly CartLine[]): void {
  cartStore.update((lines) => withoutOrdered(lines, ordered));
}

export function askForCombination(request: CombinationRequest): void {
  window.dispatchEvent(new CustomEvent(SHOW_COMBINATION_MODAL, { detail: request }));
}
