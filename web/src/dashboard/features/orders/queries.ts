/** What the order screens ask, and what they may change. */
import { FRESH } from '@/api/query.ts';
import { api } from '../../data/api.ts';
import { listQuery } from '../../recipe/list/list-query.ts';
import { type OrderSearch, orderList } from './search.ts';

/** Calling all that a page of the list shows takes about as long: until then its orders know their place in it. */
const AT_THE_DESK_MS = 2 * 3_600_000;

export function ordersQuery(search: OrderSearch) {
  return listQuery(orderList, search, { live: ['order', 'payment'], gcTime: AT_THE_DESK_MS });
}

export function orderQuery(id: string) {
  return api.queryOptions(
    'get',
    '/dashboard/api/orders/{id}',
    { params: { path: { id } } },
    { staleTime: FRESH.never, meta: { live: ['order', 'payment'] } },
  );
}

export const transportersQuery = api.queryOptions(
  'get',
  '/dashboard/api/transporters',
  {},
  { staleTime: FRESH.catalogue },
);

/** Who delivers to a commune, how and for how much, as shoppers are offered it; the first element is the list (spec 7). */
export function offersQuery(communeId: string) {
  return api.queryOptions(
    'get',
    '/public/utilis/api/transport/commune/{commune_id}',
    { params: { path: { commune_id: communeId } } },
    { staleTime: FRESH.listing },
  );
}

/** Whom orders can be given to. */
export const assigneesQuery = api.queryOptions(
  'get',
  '/dashboard/api/orders/assignees',
  {},
  { staleTime: FRESH.catalogue },
);
