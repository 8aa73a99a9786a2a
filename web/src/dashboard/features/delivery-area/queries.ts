/** What the screen of the delivery area asks. */
import { FRESH } from '@/api/query.ts';
import { api } from '../../data/api.ts';

export const areaQuery = api.queryOptions(
  'get',
  '/dashboard/api/delivery-area',
  {},
  { staleTime: FRESH.never },
);
