/** What a scanned code is of, among the lines of an expedition. */
import type { QueryClient } from '@tanstack/react-query';
import { folded } from '@/domain/folded.ts';
import type { ExpeditionPart, Product } from '../../data/types.ts';
import { namedProductQuery } from '../../parts/named-product.ts';
import { codeQuery } from './queries.ts';

function isCode(of: string, code: string): boolean {
  return of !== '' && folded(of) === folded(code);
}

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
    const named = own.find((part) => isCode(barcodeOf(product, part), code));
    if (named) return named;
  }
  return undefined;
}

function barcodeOf({ combinations, details }: Product, { combinationId }: ExpeditionPart): string {
  if (!combinationId) return details.barcode;
  return combinations.find(({ id }) => id === combinationId)?.barcode ?? '';
}
