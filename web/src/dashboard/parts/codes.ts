/** What an SKU or a barcode names. */
import type { QueryClient } from '@tanstack/react-query';
import { FRESH } from '@/api/query.ts';
import { folded } from '@/domain/folded.ts';
import { api } from '../data/api.ts';
import type { Product } from '../data/types.ts';
import { namedProductQuery } from './named-product.ts';

export function isCode(of: string, code: string): boolean {
  return of !== '' && folded(of) === folded(code);
}

/** Words without one are no barcode, and no more than words. */
export function hasDigit(words: string): boolean {
  return /\p{Nd}/u.test(words);
}

/** Products by an SKU or a barcode, also those that are not for sale. */
function codeQuery(code: string) {
  return api.queryOptions(
    'get',
    '/dashboard/api/products',
    { params: { query: { q: code, size: 12 } } },
    { staleTime: FRESH.catalogue },
  );
}

interface Article {
  productId: string;
  combinationId: string | null;
}

/** Those that have this barcode, of products that may be meant: only the catalogue knows. */
export async function articlesOfBarcode(
  queries: QueryClient,
  code: string,
  mayBeMeant: (productId: string) => boolean = () => true,
): Promise<Article[]> {
  if (!hasDigit(code)) return [];
  const { products } = await queries.fetchQuery(codeQuery(code));
  const meant = products.filter(({ id }) => mayBeMeant(id));
  const read = await Promise.all(meant.map(({ id }) => queries.fetchQuery(namedProductQuery(id))));
  return read.flatMap(({ id: productId, details, combinations }: Product) =>
    [{ id: null, barcode: details.barcode }, ...combinations]
      .filter(({ barcode }) => isCode(barcode, code))
      .map(({ id: combinationId }) => ({ productId, combinationId })),
  );
}
