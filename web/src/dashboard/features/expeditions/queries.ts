/** What the screens of expeditions ask. */
import { FRESH } from '@/api/query.ts';
import { api } from '../../data/api.ts';
import { listQuery } from '../../recipe/list/list-query.ts';
import { type ExpeditionSearch, expeditionList } from './search.ts';

export function expeditionsQuery(search: ExpeditionSearch) {
  return listQuery(expeditionList, search, { live: ['expedition'] });
}

export function expeditionQuery(id: string) {
  return api.queryOptions(
    'get',
    '/dashboard/api/internal-expeditions/{id}',
    { params: { path: { id } } },
    { meta: { live: ['expedition'] } },
  );
}

/** Where goods may be sent, also to a warehouse that the person isn't assigned to. */
export const destinationsQuery = api.queryOptions(
  'get',
  '/dashboard/api/internal-expeditions/destinations',
  {},
  { staleTime: FRESH.catalogue },
);

/** What a warehouse has free, of everything or of what the words find, no more than the shop lists. */
export function availableQuery(warehouse: string, search: string) {
  return api.queryOptions(
    'get',
    '/dashboard/api/warehouse/{id}/free-products',
    { params: { path: { id: warehouse }, query: { ...(search && { search }) } } },
    { staleTime: FRESH.never, meta: { live: ['stock', 'expedition'] } },
  );
}
