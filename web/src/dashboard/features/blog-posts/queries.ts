/** What the screens of posts ask. */
import { FRESH } from '@/api/query.ts';
import { api } from '../../data/api.ts';
import { listQuery } from '../../recipe/list/list-query.ts';
import { type BlogPostSearch, blogPostList } from './search.ts';

export function blogPostsQuery(search: BlogPostSearch) {
  return listQuery(blogPostList, search, { live: ['content'] });
}

export function blogPostQuery(id: string) {
  return api.queryOptions(
    'get',
    '/dashboard/api/blog-posts/{id}',
    { params: { path: { id } } },
    { staleTime: FRESH.never, meta: { live: ['content'] } },
  );
}
