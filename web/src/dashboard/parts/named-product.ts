/** The product that a choice or a filter names by its id. */
import { FRESH } from '@/api/query.ts';
import { api } from '../data/api.ts';

export function namedProductQuery(id: string) {
  return api.queryOptions(
    'get',
    '/dashboard/api/products/{id}',
    { params: { path: { id } } },
    { staleTime: FRESH.catalogue },
  );
}
