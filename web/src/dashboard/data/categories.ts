/** One of the shop's categories, which its own screen and those of products ask. */
import { FRESH } from '@/api/query.ts';
import { api } from './api.ts';

export function categoryQuery(id: string) {
  return api.queryOptions(
    'get',
    '/dashboard/api/categories/{id}',
    { params: { path: { id } } },
    { staleTime: FRESH.never, meta: { live: ['content'] } },
  );
}
