/** What the screen of imports asks. */
import { FRESH } from '@/api/query.ts';
import { api } from '../../data/api.ts';

export function importQuery(id: string) {
  return api.queryOptions(
    'get',
    '/dashboard/api/product-imports/{id}',
    { params: { path: { id } } },
    { staleTime: FRESH.never, meta: { live: ['job'] } },
  );
}

/** The first products that were refused, once a step has ended: they come whole. */
export function refusedQuery(id: string) {
  return api.queryOptions(
    'get',
    '/dashboard/api/product-imports/{id}/refused',
    { params: { path: { id }, query: { from: 0 } } },
    { staleTime: FRESH.never },
  );
}
