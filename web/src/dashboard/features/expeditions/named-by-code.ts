/** What a scanned code is of, among the lines of an expedition. */
import type { QueryClient } from '@tanstack/react-query';
import type { ExpeditionPart } from '../../data/types.ts';
import { articlesOfBarcode, isCode } from '../../parts/codes.ts';

/** Its SKU, as the expedition has it. */
export function partOfSku(code: string, parts: readonly ExpeditionPart[]): ExpeditionPart | undefined {
  return parts.find(({ sku }) => isCode(sku, code));
}

export async function partOfBarcode(
  code: string,
  parts: readonly ExpeditionPart[],
  queries: QueryClient,
): Promise<ExpeditionPart | undefined> {
  const isExpected = (productId: string) => parts.some((part) => part.productId === productId);
  const named = await articlesOfBarcode(queries, code, isExpected);
  return parts.find(({ productId, combinationId = null }) =>
    named.some((one) => one.productId === productId && one.combinationId === combinationId),
  );
}
