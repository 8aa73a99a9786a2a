/** What the product screens ask. */
import { keepPreviousData } from '@tanstack/react-query';
import { FRESH } from '@/api/query.ts';
import { api } from '../../data/api.ts';
import { DEFAULT_SIZE } from '../../search-params.ts';
import type { ProductSearch } from './search.ts';

export function productsQuery(search: ProductSearch) {
  const query = {
    ...(search.q && { q: search.q }),
    ...(search.category && { category: search.category }),
    ...(search.brand && { brand: search.brand }),
    ...(search.active && { active: search.active === 'true' }),
    ...(search.sort && { sort: search.sort }),
    page: search.page ?? 1,
    size: search.size ?? DEFAULT_SIZE,
  };
  return api.queryOptions(
    'get',
    '/dashboard/api/products',
    { params: { query } },
    { staleTime: FRESH.staffList, placeholderData: keepPreviousData, meta: { live: ['product'] } },
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

export const categoriesQuery = api.queryOptions(
  'get',
  '/dashboard/menu/api/categories',
  {},
  { staleTime: FRESH.catalogue },
);

export const brandsQuery = api.queryOptions(
  'get',
  '/dashboard/menu/api/brands',
  {},
  { staleTime: FRESH.catalogue },
);
