/** What the screen of imports asks. */
import { FRESH } from '@/api/query.ts';
import { api } from '../../data/api.ts';
import type { ImportPictures } from '../../data/types.ts';

/** Milliseconds. */
const PICTURES_INTERVAL = 4_000;

export function importQuery(id: string) {
  return api.queryOptions(
    'get',
    '/dashboard/api/product-imports/{id}',
    { params: { path: { id } } },
    { staleTime: FRESH.never, meta: { live: ['job'] } },
  );
}

/** The first products that were refused, once a step has ended: they come whole, and each step has its own. */
export function refusedQuery(id: string) {
  return api.queryOptions(
    'get',
    '/dashboard/api/product-imports/{id}/refused',
    { params: { path: { id }, query: { from: 0 } } },
    { staleTime: FRESH.never, gcTime: 0 },
  );
}

/** What the shop lacks of the categories and brands that the whole import names. */
export function missingQuery(id: string) {
  return api.queryOptions(
    'get',
    '/dashboard/api/product-imports/{id}/missing',
    { params: { path: { id } } },
    { staleTime: FRESH.never, gcTime: 0 },
  );
}

/** What became of the pictures that an import names. */
export function picturesQuery(id: string) {
  return api.queryOptions(
    'get',
    '/dashboard/api/product-imports/{id}/pictures',
    { params: { path: { id }, query: { after: 0 } } },
    { staleTime: FRESH.never, meta: { live: ['job'] } },
  );
}

/** Asked again while some are to be fetched; milliseconds. */
export function picturesInterval(pictures: ImportPictures | undefined): number | false {
  return pictures && pictures.waiting > 0 ? PICTURES_INTERVAL : false;
}

/** What the columns of the last files were. */
export function columnsQuery() {
  return api.queryOptions('get', '/dashboard/api/product-import-columns', {}, { staleTime: FRESH.never });
}
