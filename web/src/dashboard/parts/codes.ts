/** What an SKU or a barcode names. */
import { FRESH } from '@/api/query.ts';
import { folded } from '@/domain/folded.ts';
import { api } from '../data/api.ts';
import type { Product } from '../data/types.ts';

export function isCode(of: string, code: string): boolean {
  return of !== '' && folded(of) === folded(code);
}

/** Products by an SKU or a barcode, also those that are not for sale. */
export function codeQuery(code: string) {
  return api.queryOptions(
    'get',
    '/dashboard/api/products',
    { params: { query: { q: code, size: 12 } } },
    { staleTime: FRESH.catalogue },
  );
}

/** Of one combination, or of a product without any. */
export function barcodeOf(
  { combinations, details }: Product,
  combinationId: string | null | undefined,
): string {
  if (!combinationId) return details.barcode;
  return combinations.find(({ id }) => id === combinationId)?.barcode ?? '';
}
