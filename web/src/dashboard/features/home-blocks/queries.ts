/** What the screens of the home page ask. */
import { FRESH } from '@/api/query.ts';
import { api } from '../../data/api.ts';
import type { HomePreviewWanted } from '../../data/types.ts';

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

/** The page with what is not saved yet. What was typed on the way to it is not kept. */
export function previewQuery(body: HomePreviewWanted) {
  return api.queryOptions(
    'post',
    '/dashboard/api/home-blocks/preview',
    { body },
    { staleTime: FRESH.never, gcTime: 0, meta: { live: ['content', 'product'] } },
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
