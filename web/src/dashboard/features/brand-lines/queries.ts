/** What the screens of brand lines ask. */
import { FRESH } from '@/api/query.ts';
import { api } from '../../data/api.ts';
import { listQuery } from '../../recipe/list/list-query.ts';
import { listSearch, text } from '../../recipe/list/search.ts';

export const brandLineList = listSearch('/dashboard/api/brand-lines', { brand: text() }, [
  'name',
  'products',
]);

export type BrandLineSearch = ReturnType<typeof brandLineList.validate>;

export function brandLinesQuery(search: BrandLineSearch) {
  return listQuery(brandLineList, search, { live: ['content'] });
}

export function brandLineQuery(id: string) {
  return api.queryOptions(
    'get',
    '/dashboard/api/brand-lines/{id}',
    { params: { path: { id } } },
    { staleTime: FRESH.never, meta: { live: ['content'] } },
  );
}
