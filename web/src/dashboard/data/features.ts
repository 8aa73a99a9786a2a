/** The shop's features, which their own screens and those of products ask. */
import { FRESH } from '@/api/query.ts';
import { api } from './api.ts';

export const featuresQuery = api.queryOptions(
  'get',
  '/dashboard/api/features',
  {},
  { staleTime: FRESH.never, meta: { live: ['content'] } },
);

/** What products of one kind are described by. */
export const featureSetsQuery = api.queryOptions(
  'get',
  '/dashboard/api/feature-sets',
  {},
  { staleTime: FRESH.never, meta: { live: ['content'] } },
);
