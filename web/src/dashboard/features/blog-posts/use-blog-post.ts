/** What is done with a post. */
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { m } from '@/i18n/paraglide.gen/messages.js';
import { told } from '@/ui/rich/toasts.tsx';
import { client } from '../../data/api.ts';
import { isGone } from '../../data/messages.ts';
import type { BlogPost, BlogPostWanted } from '../../data/types.ts';
import { useIntent } from '../../recipe/form/use-intent.ts';
import { useRecordForm } from '../../recipe/form/use-record-form.ts';
import { bodyOf, draftOf } from './draft.ts';
import { blogPostQuery } from './queries.ts';

const LISTS = ['/dashboard/api/blog-posts', '/dashboard/api/blog-categories', '/dashboard/menu/api/blogPost'];

/** The form of a post that is there, or is made by its first save. */
export function useBlogPostForm(post: BlogPost) {
  const navigate = useNavigate();
  const create = useIntent<BlogPostWanted>('blog-post');
  return useRecordForm(post, {
    kind: 'blog-post',
    draftOf,
    bodyOf,
    send: async (wanted) => {
      const saved = wanted.version
        ? await put(post.id, wanted)
        : await create.once(wanted, (id) => put(id, wanted));
      return saved as BlogPost;
    },
    keyOf: ({ id }) => blogPostQuery(id).queryKey,
    lists: LISTS,
    onSaved: ({ id, title }) => {
      told(m.db_blog_post_saved({ name: title.fr }));
      if (post.version > 0) return;
      void navigate({ to: '/blog-posts/$id', params: { id }, ignoreBlocker: true });
    },
  });
}

async function put(id: string, body: BlogPostWanted) {
  return (await client.PUT('/dashboard/api/blog-posts/{id}', { params: { path: { id } }, body })).data;
}

/** Takes a post away. */
export function useDeleteBlogPost({ id, title }: BlogPost) {
  const queries = useQueryClient();
  const navigate = useNavigate();
  return useMutation({
    mutationFn: async () => {
      // What another took away meanwhile is gone as well.
      await client
        .DELETE('/dashboard/api/blog-posts/{id}', { params: { path: { id } } })
        .catch((error: unknown) => (isGone(error) ? undefined : Promise.reject(error)));
    },
    onSuccess: () => {
      told(m.db_blog_post_deleted({ name: title.fr }));
      void navigate({ to: '/blog-posts', ignoreBlocker: true });
      return Promise.all(LISTS.map((path) => queries.invalidateQueries({ queryKey: ['get', path] })));
    },
  });
}
