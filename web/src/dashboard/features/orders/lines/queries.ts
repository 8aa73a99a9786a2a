/** What is asked while something is added to an order. */
import { type QueryClient, useQueries, useQuery } from '@tanstack/react-query';
import { FRESH } from '@/api/query.ts';
import { api } from '../../../data/api.ts';
import { warehousesQuery } from '../../../data/places.ts';
import type { ProductRow } from '../../../data/types.ts';
import { namedProductQuery } from '../../../parts/named-product.ts';
import { useAllowed } from '../../../session/use-session.ts';
import { chosenParts, type Thing, thingOf } from './thing.ts';

/** Fewer letters find too much. */
export const LEAST_LETTERS = 2;

/** Products that shoppers see, by words of their names or an SKU. */
export function foundQuery(words: string) {
  return api.queryOptions(
    'get',
    '/dashboard/api/products',
    { params: { query: { q: words, active: true, size: 12 } } },
    { staleTime: FRESH.listing, enabled: words.length >= LEAST_LETTERS },
  );
}

/** What can be ordered of a product that was found; nothing where it can't be. */
export async function readThing(queries: QueryClient, row: ProductRow): Promise<Thing | undefined> {
  const product = await queries.fetchQuery(namedProductQuery(row.id));
  const parts = await Promise.all(
    chosenParts(product).map((id) => queries.fetchQuery(namedProductQuery(id))),
  );
  return thingOf(row, product, parts);
}

/** By combination how many are free in all open warehouses; nothing for who may not know, or before all of them said so. */
export function useAvailable(product: string | undefined): ReadonlyMap<string, number> | undefined {
  const mayKnow = useAllowed()('stock.read') && product !== undefined;
  const open = useQuery({ ...warehousesQuery, enabled: mayKnow }).data?.filter(({ isActive }) => isActive);
  const answers = useQueries({ queries: (open ?? []).map(({ id }) => stocksQuery(id, product ?? '')) });
  if (!mayKnow || !open || answers.some(({ data }) => !data)) return undefined;
  const free = new Map<string, number>();
  for (const { combinationId, available } of answers.flatMap(({ data }) => data?.stocks ?? []))
    free.set(combinationId ?? '', (free.get(combinationId ?? '') ?? 0) + available);
  return free;
}

function stocksQuery(warehouse: string, productId: string) {
  const params = { path: { id: warehouse }, query: { productId, size: 200 } };
  return api.queryOptions(
    'get',
    '/dashboard/api/warehouse/{id}/stocks',
    { params },
    { staleTime: FRESH.staffList, meta: { live: ['stock'] } },
  );
}
