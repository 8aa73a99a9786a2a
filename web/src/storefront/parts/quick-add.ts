/** "Add to cart" on a card: at once where there is nothing to choose, else through the option modal. */
import type { ProductCard } from '@/api/types.ts';
import { toDinars } from '@/domain/money.ts';
import { shownPrice } from '@/domain/pricing.ts';
import { locale, pathInLocale } from '@/i18n/locale.ts';
import { productQuery, queryClient } from '../api.ts';
import { productPath } from '../paths.ts';
import { addToCart, askForCombination } from '../state/cart-store.ts';

export async function quickAdd(product: ProductCard): Promise<void> {
  const image = product.gridDisplayImagesForWeb.thumb?.displayUrl ?? '';
  const price = toDinars(shownPrice(product).now);
  const common = { productId: product.id, name: product.name, image, link: productPath(product) };
  if (product.combinationsCount <= 1) {
    const combinationId = product.defaultCombinationId ?? null;
    addToCart({ ...common, combinationId, unitPrice: price, quantity: 1, attributes: {} });
    return;
  }
  const { href } = window.location;
  const known = await queryClient.ensureQueryData(productQuery(product.slug)).catch(() => undefined);
  // Who went on meanwhile is asked nothing there, and not called back.
  if (window.location.href !== href) return;
  if (known) askForCombination({ ...common, price, combinations: known.combinations });
  // The product's own page says what is wrong, and lets the shopper try again.
  else window.location.assign(pathInLocale(common.link, locale()));
}
