/** What the screens of the home page ask. */
import { FRESH } from '@/api/query.ts';
import { api } from '../../data/api.ts';

export const blocksQuery = api.queryOptions(
  'get',
  '/dashboard/api/home-blocks',
  {},
  { staleTime: FRESH.never, meta: { live: ['content'] } },
);

export function blockQuery(id: string) {
  return api.queryOptions(
    'get',
    '/dashboard/api/home-blocks/{id}',
    { params: { path: { id } } },
    { staleTime: FRESH.never, meta: { live: ['content'] } },
  );
}

const OFFERED_PROMOTIONS = 200;

/** What a discount block may tell of; those that begin last first. */
export const promotionsQuery = api.queryOptions(
  'get',
  '/dashboard/api/promotions',
  { params: { query: { size: OFFERED_PROMOTIONS } } },
  { staleTime: FRESH.catalogue },
);
