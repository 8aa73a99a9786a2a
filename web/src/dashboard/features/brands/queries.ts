/** What the screens of brands ask. */
import { FRESH } from '@/api/query.ts';
import { api } from '../../data/api.ts';
import { listQuery } from '../../recipe/list/list-query.ts';
import { listSearch } from '../../recipe/list/search.ts';

export const brandList = listSearch('/dashboard/api/brands', {}, ['name', 'products']);

export type BrandSearch = ReturnType<typeof brandList.validate>;

export function brandsQuery(search: BrandSearch) {
  return listQuery(brandList, search, { live: ['content'] });
}

export function brandQuery(id: string) {
  return api.queryOptions(
    'get',
    '/dashboard/api/brands/{id}',
    { params: { path: { id } } },
    { staleTime: FRESH.never, meta: { live: ['content'] } },
  );
}
