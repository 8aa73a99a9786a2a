/** What is done with a page of text. */
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { m } from '@/i18n/paraglide.gen/messages.js';
import { told } from '@/ui/rich/toasts.tsx';
import { client } from '../../data/api.ts';
import { isGone } from '../../data/messages.ts';
import type { CmsPage, CmsPageWanted } from '../../data/types.ts';
import { useIntent } from '../../recipe/form/use-intent.ts';
import { useRecordForm } from '../../recipe/form/use-record-form.ts';
import { bodyOf, draftOf } from './draft.ts';
import { cmsPageQuery } from './queries.ts';

const LIST = '/dashboard/api/cms-pages';

/** The form of a page that is there, or is made by its first save. */
export function useCmsPageForm(page: CmsPage) {
  const navigate = useNavigate();
  const create = useIntent<CmsPageWanted>('cms-page');
  return useRecordForm(page, {
    kind: 'cms-page',
    draftOf,
    bodyOf,
    send: async (wanted) => {
      const saved = wanted.version
        ? await put(page.id, wanted)
        : await create.once(wanted, (id) => put(id, wanted));
      return saved as CmsPage;
    },
    keyOf: ({ id }) => cmsPageQuery(id).queryKey,
    lists: [LIST],
    onSaved: ({ id, title }) => {
      told(m.db_cms_saved({ name: title.fr }));
      if (page.version > 0) return;
      void navigate({ to: '/cms-pages/$id', params: { id }, ignoreBlocker: true });
    },
  });
}

async function put(id: string, body: CmsPageWanted) {
  return (await client.PUT('/dashboard/api/cms-pages/{id}', { params: { path: { id } }, body })).data;
}

/** Takes a page away. */
export function useDeleteCmsPage({ id, title }: CmsPage) {
  const queries = useQueryClient();
  const navigate = useNavigate();
  return useMutation({
    mutationFn: async () => {
      // What another took away meanwhile is gone as well.
      await client
        .DELETE('/dashboard/api/cms-pages/{id}', { params: { path: { id } } })
        .catch((error: unknown) => (isGone(error) ? undefined : Promise.reject(error)));
    },
    onSuccess: () => {
      told(m.db_cms_deleted({ name: title.fr }));
      void navigate({ to: '/cms-pages', ignoreBlocker: true });
      return queries.invalidateQueries({ queryKey: ['get', LIST] });
    },
  });
}
