/** What the screens of the blog's categories ask. */
import { FRESH } from '@/api/query.ts';
import { api } from '../../data/api.ts';
import { listQuery } from '../../recipe/list/list-query.ts';
import { type BlogCategorySearch, blogCategoryList } from './search.ts';

export function blogCategoriesQuery(search: BlogCategorySearch) {
  return listQuery(blogCategoryList, search, { live: ['content'] });
}

export function blogCategoryQuery(id: string) {
  return api.queryOptions(
    'get',
    '/dashboard/api/blog-categories/{id}',
    { params: { path: { id } } },
    { staleTime: FRESH.never, meta: { live: ['content'] } },
  );
}
