/** "Add to cart" on a card: at once where there is nothing to choose, else through the option modal. */
import type { ProductCard, ProductPage } from '@/api/types.ts';
import { attributesOf } from '@/domain/cart.ts';
import type { ListingSearch } from '@/domain/listing-search.ts';
import { toDinars } from '@/domain/money.ts';
import { shownPrice } from '@/domain/pricing.ts';
import { locale, pathInLocale } from '@/i18n/locale.ts';
import { productQuery, queryClient } from '../api.ts';
import { productPath } from '../paths.ts';
import { addToCart, askForCombination } from '../state/cart-store.ts';
import { linePicture } from '../state/line-picture.ts';

/** Of a list that is narrowed what has most of that is offered first. */
export async function quickAdd(product: ProductCard, search: ListingSearch = {}): Promise<void> {
  const image = product.gridDisplayImagesForWeb.thumb?.displayUrl ?? '';
  const price = toDinars(shownPrice(product).now);
  const common = { productId: product.id, name: product.name, image, link: productPath(product) };
  if (product.combinationsCount <= 1) {
    const combinationId = product.defaultCombinationId ?? null;
    // A card says nothing of its one combination; its page does, where it was seen.
    const seen = queryClient.getQueryData<ProductPage>(productQuery(product.slug).queryKey);
    const combination = seen?.combinations.find(({ id }) => id === combinationId);
    addToCart({
      ...common,
      image: (seen && linePicture(seen.images, combination)) ?? image,
      combinationId,
      unitPrice: price,
      quantity: product.quantityRule?.minimumQuantity ?? 1,
      attributes: attributesOf(combination),
      ...(product.quantityRule && { rule: product.quantityRule }),
    });
    return;
  }
  const { href } = window.location;
  const known = await queryClient.ensureQueryData(productQuery(product.slug)).catch(() => undefined);
  // Who went on meanwhile is asked nothing there, and not called back.
  if (window.location.href !== href) return;
  if (known) {
    const { images, combinations, quantityRule } = known;
    const rule = quantityRule ?? undefined;
    askForCombination({ ...common, price, images, combinations, rule, search });
  }
  // The product's own page says what is wrong, and lets the shopper try again.
  else window.location.assign(pathInLocale(common.link, locale()));
}
