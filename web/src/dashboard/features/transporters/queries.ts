/** What the screens of transporters ask. */
import { FRESH } from '@/api/query.ts';
import { api } from '../../data/api.ts';

export const transportersQuery = api.queryOptions(
  'get',
  '/dashboard/api/transporters',
  {},
  { staleTime: FRESH.catalogue },
);

export function transporterQuery(id: string) {
  return api.queryOptions(
    'get',
    '/dashboard/api/transporters/{id}',
    { params: { path: { id } } },
    { staleTime: FRESH.never },
  );
}
