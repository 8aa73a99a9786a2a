/** What the screen of the shop's settings asks. */
import { FRESH } from '@/api/query.ts';
import { api } from '../../data/api.ts';

export const settingsQuery = api.queryOptions(
  'get',
  '/dashboard/api/settings',
  {},
  { staleTime: FRESH.never, meta: { live: ['content'] } },
);
