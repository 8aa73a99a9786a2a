/** What the screens of features ask. */
import { FRESH } from '@/api/query.ts';
import { api } from '../../data/api.ts';

export function featureQuery(id: string) {
  return api.queryOptions(
    'get',
    '/dashboard/api/features/{id}',
    { params: { path: { id } } },
    { staleTime: FRESH.never, meta: { live: ['content'] } },
  );
}

export function featureSetQuery(id: string) {
  return api.queryOptions(
    'get',
    '/dashboard/api/feature-sets/{id}',
    { params: { path: { id } } },
    { staleTime: FRESH.never, meta: { live: ['content'] } },
  );
}
