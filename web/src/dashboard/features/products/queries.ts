/** What the product screens ask. */
import { keepPreviousData } from '@tanstack/react-query';
import { FRESH } from '@/api/query.ts';
import { api } from '../../data/api.ts';
import { listQuery } from '../../recipe/list/list-query.ts';
import { type ProductSearch, productList } from './search.ts';

export function productsQuery(search: ProductSearch) {
  return listQuery(productList, search, { live: ['product'] });
}

/** The last changes of its prices. */
export function priceChangesQuery(id: string) {
  return api.queryOptions(
    'get',
    '/dashboard/api/products/{id}/price-changes',
    { params: { path: { id }, query: { size: 50 } } },
    { staleTime: FRESH.never, meta: { live: ['product'] } },
  );
}

export function productQuery(id: string) {
  return api.queryOptions(
    'get',
    '/dashboard/api/products/{id}',
    { params: { path: { id } } },
    { staleTime: FRESH.never, meta: { live: ['product'] } },
  );
}

/** As many as the shop tells at once: few products have more combinations. */
const STOCK_ROWS = 200;

/** What a warehouse has of a product and of its combinations; the last page stays in sight until the next is there. */
export function productStockQuery(warehouse: string, productId: string, page = 1) {
  return api.queryOptions(
    'get',
    '/dashboard/api/warehouse/{id}/stocks',
    { params: { path: { id: warehouse }, query: { productId, page, size: STOCK_ROWS } } },
    { staleTime: FRESH.staffList, placeholderData: keepPreviousData, meta: { live: ['stock'] } },
  );
}
