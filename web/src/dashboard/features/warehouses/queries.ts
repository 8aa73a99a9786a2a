/** What the screens of warehouses ask. */
import { FRESH } from '@/api/query.ts';
import { api } from '../../data/api.ts';

export function warehouseQuery(id: string) {
  return api.queryOptions(
    'get',
    '/dashboard/api/warehouses/{id}',
    { params: { path: { id } } },
    { staleTime: FRESH.never },
  );
}
