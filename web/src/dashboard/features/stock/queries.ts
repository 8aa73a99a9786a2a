/** What the stock screen asks. */
import { keepPreviousData } from '@tanstack/react-query';
import { FRESH } from '@/api/query.ts';
import { api } from '../../data/api.ts';
import type { StockRow } from '../../data/types.ts';
import { DEFAULT_SIZE } from '../../search-params.ts';
import type { StockSearch } from './search.ts';

export const warehousesQuery = api.queryOptions(
  'get',
  '/dashboard/api/warehouses',
  {},
  { staleTime: FRESH.catalogue },
);

export function stocksQuery(warehouseId: string, search: StockSearch) {
  const query = {
    ...(search.q && { q: search.q }),
    page: search.page ?? 1,
    size: search.size ?? DEFAULT_SIZE,
  };
  return api.queryOptions(
    'get',
    '/dashboard/api/warehouse/{id}/stocks',
    { params: { path: { id: warehouseId }, query } },
    { staleTime: FRESH.never, placeholderData: keepPreviousData, meta: { live: ['stock'] } },
  );
}

const SHOWN_MOVEMENTS = 50;

export function movementsQuery(row: StockRow) {
  const query = {
    productId: row.productId,
    ...(row.combinationId && { combinationId: row.combinationId }),
    size: SHOWN_MOVEMENTS,
  };
  return api.queryOptions(
    'get',
    '/dashboard/api/warehouse/{id}/movements',
    { params: { path: { id: row.warehouseId }, query } },
    { staleTime: FRESH.never, meta: { live: ['stock'] } },
  );
}
