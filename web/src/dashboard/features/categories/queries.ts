/** What the screens of categories ask. */
import { FRESH } from '@/api/query.ts';
import { api } from '../../data/api.ts';

/** All of them, parents before children. */
export const treeQuery = api.queryOptions(
  'get',
  '/dashboard/api/categories',
  {},
  { staleTime: FRESH.never, meta: { live: ['content'] } },
);
