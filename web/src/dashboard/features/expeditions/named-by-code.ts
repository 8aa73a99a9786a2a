/** What a scanned code is of, among the lines of an expedition. */
import type { QueryClient } from '@tanstack/react-query';
import type { ExpeditionPart } from '../../data/types.ts';
import { barcodeOf, codeQuery, isCode } from '../../parts/codes.ts';
import { namedProductQuery } from '../../parts/named-product.ts';

/** Its SKU, as the expedition has it. */
export function partOfSku(code: string, parts: readonly ExpeditionPart[]): ExpeditionPart | undefined {
  return parts.find(({ sku }) => isCode(sku, code));
}

/** Barcodes only the catalogue knows. */
export async function partOfBarcode(
  code: string,
  parts: readonly ExpeditionPart[],
  queries: QueryClient,
): Promise<ExpeditionPart | undefined> {
  const { products } = await queries.fetchQuery(codeQuery(code));
  for (const { id } of products) {
    const own = parts.filter(({ productId }) => productId === id);
    if (own.length === 0) continue;
    const product = await queries.fetchQuery(namedProductQuery(id));
    const named = own.find((part) => isCode(barcodeOf(product, part.combinationId), code));
    if (named) return named;
  }
  return undefined;
}
