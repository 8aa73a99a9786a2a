/** Rows of one page, each without what stands above it. */
import type { ProductCard } from '@/api/types.ts';

export interface Row {
  readonly title: string;
  readonly products: readonly ProductCard[];
}

/** `but`: the product that the page is of. The specification names these rows: one that has anything left is shown. */
export function apart(rows: readonly Row[], but: string): readonly Row[] {
  const shown = new Set([but]);
  return rows.flatMap(({ title, products: all }) => {
    const products = all.filter(({ id }) => !shown.has(id));
    for (const { id } of products) shown.add(id);
    return products.length > 0 ? [{ title, products }] : [];
  });
}
