/** What the stock screen asks. */
import { FRESH } from '@/api/query.ts';
import { api } from '../../data/api.ts';
import type { StockRow } from '../../data/types.ts';
import { listQuery } from '../../recipe/list/list-query.ts';
import { type StockSearch, stockList } from './search.ts';

export function stocksQuery(warehouseId: string, search: StockSearch) {
  return listQuery(stockList, search, { live: ['stock'], params: { id: warehouseId } });
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
