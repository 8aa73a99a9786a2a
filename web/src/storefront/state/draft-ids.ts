/**
 * Which draft on the server belongs to what is being bought: the cart has one, and each product bought alone its own. The server has
 * one of a visitor, which goes with their order, of whatever it is, and after a week.
 */
import { cartDraftStore, type Draft, productDraftStore } from './purchase-store.ts';

/** What is bought: the cart, or one product by its id. */
export type Source = 'cart' | { readonly productId: string };

/** Less than the seven days after which the server forgets it: what it may have forgotten is drafted again. */
const KEPT_FOR_MS = 6 * 24 * 3_600_000;

export function draftIdOf(source: Source): string | null {
  if (source === 'cart') return idOf(cartDraftStore.get());
  const draft = productDraftStore.get();
  return draft?.productId === source.productId ? idOf(draft) : null;
}

function idOf(draft: Draft | null): string | null {
  return draft && Date.now() - draft.at < KEPT_FOR_MS ? draft.cartId : null;
}

export function keepDraftId(source: Source, cartId: string): void {
  const draft = { cartId, at: Date.now() };
  if (source === 'cart') cartDraftStore.set(draft);
  else productDraftStore.set({ ...draft, productId: source.productId });
}

/** An order took the visitor's draft along. */
export function forgetDraftIds(): void {
  cartDraftStore.set(null);
  productDraftStore.set(null);
}
