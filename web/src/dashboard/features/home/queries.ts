import { FRESH } from '@/api/query.ts';
import { api } from '../../data/api.ts';

export const summaryQuery = api.queryOptions(
  'get',
  '/dashboard/api/summary',
  {},
  { staleTime: FRESH.staffList, meta: { live: ['order', 'stock', 'payment'] } },
);

const LOWEST_SHOWN = 8;

export const lowStockQuery = api.queryOptions(
  'get',
  '/dashboard/api/stock/low',
  { params: { query: { limit: LOWEST_SHOWN } } },
  { staleTime: FRESH.staffList, meta: { live: ['stock'] } },
);

export const balancesQuery = api.queryOptions(
  'get',
  '/dashboard/api/payments/balances',
  {},
  { staleTime: FRESH.staffList, meta: { live: ['order', 'payment'] } },
);

/** What a new shop needs before it can sell. */
export const setupQuery = api.queryOptions('get', '/dashboard/api/setup', {}, { staleTime: FRESH.never });
