/** What the payment screens ask. */
import { keepPreviousData } from '@tanstack/react-query';
import { FRESH } from '@/api/query.ts';
import { api } from '../../data/api.ts';
import { DEFAULT_SIZE } from '../../search-params.ts';
import type { PaymentSearch } from './search.ts';

export const transportersQuery = api.queryOptions(
  'get',
  '/dashboard/api/transporters',
  {},
  { staleTime: FRESH.catalogue },
);

export const balancesQuery = api.queryOptions(
  'get',
  '/dashboard/api/payments/balances',
  {},
  { staleTime: FRESH.never, meta: { live: ['order', 'payment'] } },
);

export function unpaidOrdersQuery(transporterId: string) {
  return api.queryOptions(
    'get',
    '/dashboard/api/payments/get/transporters/nonPaidOrders/{transporter_id}',
    { params: { path: { transporter_id: transporterId } } },
    { staleTime: FRESH.never, meta: { live: ['order', 'payment'] } },
  );
}

export function paymentsQuery(search: PaymentSearch) {
  const query = {
    ...(search.transporter && { transporterId: search.transporter }),
    page: search.page ?? 1,
    size: search.size ?? DEFAULT_SIZE,
  };
  return api.queryOptions(
    'get',
    '/dashboard/api/payments/transporter-payments',
    { params: { query } },
    { staleTime: FRESH.staffList, placeholderData: keepPreviousData, meta: { live: ['order', 'payment'] } },
  );
}

export function paymentQuery(id: string) {
  return api.queryOptions(
    'get',
    '/dashboard/api/payments/transporter-payments/{id}',
    { params: { path: { id } } },
    { meta: { live: ['order', 'payment'] } },
  );
}
