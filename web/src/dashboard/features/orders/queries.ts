/** What the order screens ask, and what they may change. */
import { keepPreviousData } from '@tanstack/react-query';
import { FRESH } from '@/api/query.ts';
import { api } from '../../data/api.ts';
import { DEFAULT_SIZE } from '../../search-params.ts';
import type { OrderSearch } from './search.ts';

export function ordersQuery(search: OrderSearch) {
  const query = {
    ...(search.status && { status: search.status }),
    ...(search.q && { q: search.q }),
    ...(search.wilaya && { wilaya: search.wilaya }),
    ...(search.transporter && { transporter: search.transporter }),
    ...(search.sort && { sort: search.sort }),
    page: search.page ?? 1,
    size: search.size ?? DEFAULT_SIZE,
  };
  return api.queryOptions(
    'get',
    '/dashboard/api/orders',
    { params: { query } },
    { staleTime: FRESH.staffList, placeholderData: keepPreviousData, meta: { live: ['order', 'payment'] } },
  );
}

export function orderQuery(id: string) {
  return api.queryOptions(
    'get',
    '/dashboard/api/orders/{id}',
    { params: { path: { id } } },
    { staleTime: FRESH.never, meta: { live: ['order', 'payment'] } },
  );
}

export const wilayasQuery = api.queryOptions(
  'get',
  '/public/utilis/api/wilayas',
  {},
  { staleTime: FRESH.catalogue },
);

export const transportersQuery = api.queryOptions(
  'get',
  '/dashboard/api/transporters',
  {},
  { staleTime: FRESH.catalogue },
);
