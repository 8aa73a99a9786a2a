/** What the payment screens ask. */
import { FRESH } from '@/api/query.ts';
import { api } from '../../data/api.ts';
import { listQuery } from '../../recipe/list/list-query.ts';
import { type PaymentSearch, paymentList } from './search.ts';

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

/** What was typed to find an order: its number, what may be the transporter's number of its parcel, or what may be either. */
export interface Named {
  number?: string;
  trackingNumber?: string;
}

/** What a transporter owes for, the oldest orders first and no more than the shop lists; or the orders of a number. */
export function unpaidOrdersQuery(transporterId: string, named: Named = {}) {
  return api.queryOptions(
    'get',
    '/dashboard/api/payments/unpaid-orders',
    { params: { query: { transporterId, ...named } } },
    { staleTime: FRESH.never, meta: { live: ['order', 'payment'] } },
  );
}

export function paymentsQuery(search: PaymentSearch) {
  return listQuery(paymentList, search, { live: ['order', 'payment'] });
}

export function paymentQuery(id: string) {
  return api.queryOptions(
    'get',
    '/dashboard/api/payments/transporter-payments/{id}',
    { params: { path: { id } } },
    { meta: { live: ['order', 'payment'] } },
  );
}
