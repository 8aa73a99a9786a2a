/** The queries of the blog, which its pages alone load. Their keys are part of `shell-contract.ts`: the gateway fills them. */
import type { UseQueryOptions } from '@tanstack/react-query';
import type { ApiError } from '@/api/errors.ts';
import { FRESH } from '@/api/query.ts';
import type { BlogPosts } from '@/api/types.ts';
import type { ListingSearch } from '@/domain/listing-search.ts';
import { api } from '../../api.ts';

export function blogPostQuery(slug: string) {
  const init = { params: { path: { slug } } };
  return api.queryOptions('get', '/web/public/api/blog/post/{slug}', init, { staleTime: FRESH.catalogue });
}

/** The posts of a category, of all without one; another page of the same stays until this one is there. */
export function blogPostsQuery(slug: string | undefined, { page, size }: ListingSearch) {
  const query = { ...(page && { page }), ...(size && { size }) };
  const options = slug
    ? api.queryOptions('get', '/web/public/api/blog/category/{slug}', { params: { path: { slug }, query } })
    : api.queryOptions('get', '/web/public/api/blog/posts', { params: { query } });
  const placeholderData = (before: BlogPosts | undefined) =>
    before?.category?.slug === slug ? before : undefined;
  return { ...options, staleTime: FRESH.catalogue, placeholderData } as unknown as UseQueryOptions<
    BlogPosts,
    ApiError
  >;
}
