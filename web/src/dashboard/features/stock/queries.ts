/** What the stock screen asks. */
import { keepPreviousData } from '@tanstack/react-query';
import { FRESH } from '@/api/query.ts';
import { api } from '../../data/api.ts';
import type { StockRow } from '../../data/types.ts';
import { listQuery } from '../../recipe/list/list-query.ts';
import { type StockSearch, stockList } from './search.ts';

export function stocksQuery(warehouseId: string, search: StockSearch) {
  return listQuery(stockList, search, { live: ['stock'], params: { id: warehouseId } });
}

/** Of one thing, newest first. */
export function movementsQuery(row: StockRow, page: number) {
  const query = {
    productId: row.productId,
    ...(row.combinationId && { combinationId: row.combinationId }),
    page,
    size: 50,
  };
  return api.queryOptions(
    'get',
    '/dashboard/api/warehouse/{id}/movements',
    { params: { path: { id: row.warehouseId }, query } },
    { staleTime: FRESH.never, placeholderData: keepPreviousData, meta: { live: ['stock'] } },
  );
}
