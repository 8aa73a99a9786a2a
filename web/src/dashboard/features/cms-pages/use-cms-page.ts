import { m } from '@/i18n/paraglide.gen/messages.js';
import { client } from '../../data/api.ts';
import type { CmsPage, CmsPageWanted } from '../../data/types.ts';
import { keptBy, useDetailForm } from '../../recipe/detail/use-detail-form.ts';
import { bodyOf, draftOf } from './draft.ts';
import { cmsPageQuery } from './queries.ts';

/** What shows it. */
const LISTS = ['/dashboard/api/cms-pages'] as const;

/** The form of a page of text that is there, or is made by its first save. */
export function useCmsPageForm(page: CmsPage) {
  return useDetailForm(page, {
    kind: 'cms-page',
    draftOf,
    bodyOf,
    create: put,
    change: put,
    keyOf: keptBy(cmsPageQuery),
    lists: LISTS,
    screen: '/cms-pages/$id',
    done: ({ title }) => m.db_cms_saved({ name: title.fr }),
  });
}

async function put(id: string, body: CmsPageWanted) {
  return (await client.PUT('/dashboard/api/cms-pages/{id}', { params: { path: { id } }, body })).data;
}
