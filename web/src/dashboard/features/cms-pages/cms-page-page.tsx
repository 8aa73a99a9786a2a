import { m } from '@/i18n/paraglide.gen/messages.js';
import type { CmsPage } from '../../data/types.ts';
import { DetailPage, NewPage } from '../../recipe/detail/detail-page.tsx';
import { DraftLink } from '../../recipe/detail/draft-link.tsx';
import { RemoveRecord } from '../../recipe/detail/remove-record.tsx';
import { SeeInShop } from '../../recipe/detail/see-in-shop.tsx';
import { CmsPageForm } from './cms-page-form.tsx';
import { NEW_PAGE } from './draft.ts';
import { cmsPageQuery } from './queries.ts';

/** One page of text as staff write it. */
export function CmsPagePage() {
  return (
    <DetailPage
      query={cmsPageQuery}
      title={({ title }) => title.fr}
      acts={({ isActive, link, id }) =>
        isActive ? (
          <SeeInShop href={link}>{m.db_cms_see()}</SeeInShop>
        ) : (
          <DraftLink path="/dashboard/api/cms-pages/{id}/draft-link" id={id} />
        )
      }
      changes={(page) => <DeletePage page={page} />}
    >
      {(page) => <CmsPageForm page={page} />}
    </DetailPage>
  );
}

/** A page that is not there yet. */
export function NewCmsPagePage() {
  return (
    <NewPage title={m.db_cms_new()}>
      <CmsPageForm page={NEW_PAGE} />
    </NewPage>
  );
}

function DeletePage({ page: { id, title } }: { page: CmsPage }) {
  return (
    <RemoveRecord
      path="/dashboard/api/cms-pages/{id}"
      id={id}
      list="/cms-pages"
      act={m.db_cms_delete()}
      title={m.db_cms_delete_title({ name: title.fr })}
      body={m.db_cms_delete_body()}
      done={m.db_cms_deleted({ name: title.fr })}
    />
  );
}
