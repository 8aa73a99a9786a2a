import { FRESH } from '@/api/query.ts';
import { api } from '../../data/api.ts';

export const summaryQuery = api.queryOptions(
  'get',
  '/dashboard/api/summary',
  {},
  { staleTime: FRESH.staffList },
);

export const balancesQuery = api.queryOptions(
  'get',
  '/dashboard/api/payments/balances',
  {},
  { staleTime: FRESH.staffList },
);
