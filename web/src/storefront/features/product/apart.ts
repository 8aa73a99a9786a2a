/** Rows of one page, each without what stands above it. */
import type { ProductCard } from '@/api/types.ts';

interface Row {
  readonly title: string;
  readonly products: readonly ProductCard[];
}

/** Fewer that are left over are no row: it has shown the rest already. */
const LEAST = 3;

/** `but`: the product that the page is of. */
export function apart(rows: readonly Row[], but: string): readonly Row[] {
  const shown = new Set([but]);
  return rows.flatMap(({ title, products: all }) => {
    const products = all.filter(({ id }) => !shown.has(id));
    if (products.length < all.length && products.length < LEAST) return [];
    for (const { id } of products) shown.add(id);
    return products.length > 0 ? [{ title, products }] : [];
  });
}
