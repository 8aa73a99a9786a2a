import { m } from '@/i18n/paraglide.gen/messages.js';
import { client } from '../../data/api.ts';
import type { BlogPost, BlogPostWanted } from '../../data/types.ts';
import { keptBy, useDetailForm } from '../../recipe/detail/use-detail-form.ts';
import { bodyOf, draftOf } from './draft.ts';
import { blogPostQuery } from './queries.ts';

/** What shows it. */
export const LISTS = [
  '/dashboard/api/blog-posts',
  '/dashboard/api/blog-categories',
  '/dashboard/menu/api/blogPost',
] as const;

/** The form of a post that is there, or is made by its first save. */
export function useBlogPostForm(post: BlogPost) {
  return useDetailForm(post, {
    kind: 'blog-post',
    draftOf,
    bodyOf,
    create: put,
    change: put,
    keyOf: keptBy(blogPostQuery),
    lists: LISTS,
    screen: '/blog-posts/$id',
    done: ({ title }) => m.db_blog_post_saved({ name: title.fr }),
  });
}

async function put(id: string, body: BlogPostWanted) {
  return (await client.PUT('/dashboard/api/blog-posts/{id}', { params: { path: { id } }, body })).data;
}
