/** What the screens of text pages ask. */
import { FRESH } from '@/api/query.ts';
import { api } from '../../data/api.ts';
import { listQuery } from '../../recipe/list/list-query.ts';
import { type Filter, listSearch, textThat } from '../../recipe/list/search.ts';

export const STATES = ['active', 'draft'] as const;
export type CmsPageState = (typeof STATES)[number];

const isState = (value: string): value is CmsPageState => STATES.some((state) => state === value);

export const cmsPageList = listSearch(
  '/dashboard/api/cms-pages',
  { state: textThat(isState) as Filter<CmsPageState> },
  ['changed'],
);

export type CmsPageSearch = ReturnType<typeof cmsPageList.validate>;

export function cmsPagesQuery(search: CmsPageSearch) {
  return listQuery(cmsPageList, search, { live: ['content'] });
}

export function cmsPageQuery(id: string) {
  return api.queryOptions(
    'get',
    '/dashboard/api/cms-pages/{id}',
    { params: { path: { id } } },
    { staleTime: FRESH.never, meta: { live: ['content'] } },
  );
}
