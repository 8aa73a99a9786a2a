import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useState } from 'react';
import { m } from '@/i18n/paraglide.gen/messages.js';
import * as buttonStyles from '@/ui/rich/button.module.css';
import * as noteStyles from '@/ui/rich/note.module.css';
import { Question } from '@/ui/rich/question.tsx';
import { errorMessage } from '../../data/messages.ts';
import type { CmsPage } from '../../data/types.ts';
import { useSingle } from '../../data/use-single.ts';
import { Pending } from '../../parts/pending.tsx';
import { RecordHead } from '../../parts/record-head.tsx';
import { CmsPageForm } from './cms-page-form.tsx';
import { NEW_PAGE } from './draft.ts';
import { cmsPageQuery } from './queries.ts';
import { useDeleteCmsPage } from './use-cms-page.ts';

const route = getRouteApi('/cms-pages/$id');

/** One page of text as staff write it. */
export function CmsPagePage() {
  const { id } = route.useParams();
  const page = useQuery(cmsPageQuery(id));
  if (page.data) {
    return (
      <>
        <RecordHead title={page.data.title.fr}>
          {page.data.isActive && (
            <a href={page.data.link} target="_blank" rel="noreferrer" className={buttonStyles.button}>
              {m.db_cms_see()}
            </a>
          )}
          <DeletePage page={page.data} />
        </RecordHead>
        <CmsPageForm key={id} page={page.data} />
      </>
    );
  }
  return <Pending query={page} rows={8} />;
}

/** A page that is not there yet. */
export function NewCmsPagePage() {
  return (
    <>
      <RecordHead title={m.db_cms_new()} />
      <CmsPageForm page={NEW_PAGE} />
    </>
  );
}

function DeletePage({ page }: { page: CmsPage }) {
  const [isAsked, setAsked] = useState(false);
  const remove = useDeleteCmsPage(page);
  const send = useSingle(remove);
  return (
    <>
      <button
        type="button"
        className={`${buttonStyles.button} ${buttonStyles.danger}`}
        onClick={() => setAsked(true)}
      >
        {m.db_cms_delete()}
      </button>
      {isAsked && (
        <Question
          title={m.db_cms_delete_title({ name: page.title.fr })}
          body={m.db_cms_delete_body()}
          confirm={m.db_cms_delete()}
          isPending={remove.isPending}
          onConfirm={() => void send()}
          onClose={() => setAsked(false)}
        >
          {remove.error && (
            <p className={`${noteStyles.note} ${noteStyles.bad}`} role="alert">
              {errorMessage(remove.error)}
            </p>
          )}
        </Question>
      )}
    </>
  );
}
