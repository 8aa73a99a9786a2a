/** Which draft on the server belongs to what is being bought: the cart has one, and each product bought alone its own. */
import { cartIdStore, productDraftStore } from './purchase-store.ts';

/** What is bought: the cart, or one product by its id. */
export type Source = 'cart' | { readonly productId: string };

export function draftIdOf(source: Source): string | null {
  if (source === 'cart') return cartIdStore.get();
  const draft = productDraftStore.get();
  return draft?.productId === source.productId ? draft.cartId : null;
}

export function keepDraftId(source: Source, cartId: string | null): void {
  if (source === 'cart') cartIdStore.set(cartId);
  else productDraftStore.set(cartId === null ? null : { productId: source.productId, cartId });
}
