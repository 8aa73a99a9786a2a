import { m } from '@/i18n/paraglide.gen/messages.js';
import { client } from '../../data/api.ts';
import type { BlogCategory, BlogCategoryWanted } from '../../data/types.ts';
import { keptBy, useDetailForm } from '../../recipe/detail/use-detail-form.ts';
import { bodyOf, draftOf } from './draft.ts';
import { blogCategoryQuery } from './queries.ts';

/** What shows it. */
export const LISTS = ['/dashboard/api/blog-categories', '/dashboard/menu/api/blogCategory'] as const;

/** The form of a category that is there, or is made by its first save. */
export function useBlogCategoryForm(category: BlogCategory) {
  return useDetailForm(category, {
    kind: 'blog-category',
    draftOf,
    bodyOf,
    create: put,
    change: put,
    keyOf: keptBy(blogCategoryQuery),
    lists: LISTS,
    screen: '/blog-categories/$id',
    done: ({ name }) => m.db_blog_category_saved({ name: name.fr }),
  });
}

async function put(id: string, body: BlogCategoryWanted) {
  return (await client.PUT('/dashboard/api/blog-categories/{id}', { params: { path: { id } }, body })).data;
}
