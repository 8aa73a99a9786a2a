/** Whether the shop is closed, which a bar above every screen says. */
import { FRESH } from '@/api/query.ts';
import { api } from './api.ts';

export const maintenanceQuery = api.queryOptions(
  'get',
  '/dashboard/api/maintenance',
  {},
  { staleTime: FRESH.never },
);
