/** What the screens of attributes ask. */
import { FRESH } from '@/api/query.ts';
import { api } from '../../data/api.ts';

export function attributeQuery(id: string) {
  return api.queryOptions(
    'get',
    '/dashboard/api/attributes/{id}',
    { params: { path: { id } } },
    { staleTime: FRESH.never, meta: { live: ['content'] } },
  );
}
