/** The shop's attributes, which their own screens and those of products ask. */
import { FRESH } from '@/api/query.ts';
import { api } from './api.ts';

export const attributesQuery = api.queryOptions(
  'get',
  '/dashboard/api/attributes',
  {},
  { staleTime: FRESH.never, meta: { live: ['content'] } },
);
