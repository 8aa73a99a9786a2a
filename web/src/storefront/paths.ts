/** Addresses inside the shop, without the language's prefix (spec 2). */

export const CART_PATH = '/checkout/cart/view';
export const THANKS_PATH = '/checkout/thanks';
export const TRACK_PATH = '/order/track';

export function categoryPath(slug: string): string {
  return `/catalog/category/${slug}`;
}

export function brandPath(slug: string): string {
  return `/catalog/brands/${slug}`;
}

export function brandLinePath(slug: string): string {
  return `/catalog/brandlines/${slug}`;
}

export function collectionPath(slug: string): string {
  return `/catalog/collections/${slug}`;
}

export function cmsPagePath(slug: string): string {
  return `/pages/${slug}`;
}

export const BLOG_PATH = '/blog';

export function blogCategoryPath(slug: string): string {
  return `/blog/categories/${slug}`;
}

export function blogPostPath(slug: string): string {
  return `/blog/${slug}`;
}

interface Placed {
  readonly slug: string;
  readonly mainCategoryRead?: { readonly slug: string } | null | undefined;
}

export function productPath(product: Placed): string {
  return `/catalog/product/${product.mainCategoryRead?.slug ?? 'produits'}/${product.slug}`;
}
