/** What is done with a category of the blog. */
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { m } from '@/i18n/paraglide.gen/messages.js';
import { told } from '@/ui/rich/toasts.tsx';
import { client } from '../../data/api.ts';
import { isGone } from '../../data/messages.ts';
import type { BlogCategory, BlogCategoryWanted } from '../../data/types.ts';
import { useIntent } from '../../recipe/form/use-intent.ts';
import { useRecordForm } from '../../recipe/form/use-record-form.ts';
import { bodyOf, draftOf } from './draft.ts';
import { blogCategoryQuery } from './queries.ts';

const LISTS = ['/dashboard/api/blog-categories', '/dashboard/menu/api/blogCategory'];

/** The form of a category that is there, or is made by its first save. */
export function useBlogCategoryForm(category: BlogCategory) {
  const navigate = useNavigate();
  const create = useIntent<BlogCategoryWanted>('blog-category');
  return useRecordForm(category, {
    kind: 'blog-category',
    draftOf,
    bodyOf,
    send: async (wanted) => {
      const saved = wanted.version
        ? await put(category.id, wanted)
        : await create.once(wanted, (id) => put(id, wanted));
      return saved as BlogCategory;
    },
    keyOf: ({ id }) => blogCategoryQuery(id).queryKey,
    lists: LISTS,
    onSaved: ({ id, name }) => {
      told(m.db_blog_category_saved({ name: name.fr }));
      if (category.version > 0) return;
      void navigate({ to: '/blog-categories/$id', params: { id }, ignoreBlocker: true });
    },
  });
}

async function put(id: string, body: BlogCategoryWanted) {
  return (await client.PUT('/dashboard/api/blog-categories/{id}', { params: { path: { id } }, body })).data;
}

/** Takes a category away. */
export function useDeleteBlogCategory({ id, name }: BlogCategory) {
  const queries = useQueryClient();
  const navigate = useNavigate();
  return useMutation({
    mutationFn: async () => {
      // What another took away meanwhile is gone as well.
      await client
        .DELETE('/dashboard/api/blog-categories/{id}', { params: { path: { id } } })
        .catch((error: unknown) => (isGone(error) ? undefined : Promise.reject(error)));
    },
    onSuccess: () => {
      told(m.db_blog_category_deleted({ name: name.fr }));
      void navigate({ to: '/blog-categories', ignoreBlocker: true });
      return Promise.all(LISTS.map((path) => queries.invalidateQueries({ queryKey: ['get', path] })));
    },
  });
}
