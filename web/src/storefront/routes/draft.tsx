/** What isn't published yet, for who has a link to it: as shoppers will see it, below a line that says what it is. */
import { useQuery } from '@tanstack/react-query';
import { Navigate, useParams } from '@tanstack/react-router';
import { Suspense } from 'react';
import { ApiError } from '@/api/errors.ts';
import type { Draft } from '@/api/types.ts';
import { dateTime } from '@/i18n/format.ts';
import * as m from '@/i18n/paraglide.gen/messages.js';
import { lazyPart } from '@/lib/lazy-part.ts';
import { EmptyState, ErrorState } from '@/ui/native/states.tsx';
import { errorText, requestIdOf } from '../parts/error-text.ts';
import * as noteStyles from '../parts/note.module.css';
import { usePageTitle } from '../parts/use-page-title.ts';
import { draftQuery } from '../queries.ts';
import { PagePending } from './states.tsx';

const CmsPageView = lazyPart(async () => (await import('./cms-page.tsx')).CmsPageView);
const BlogPostView = lazyPart(async () => (await import('./blog-post.tsx')).BlogPostView);
const DraftProductView = lazyPart(async () => (await import('./product.tsx')).DraftProductView);

export function DraftRoute() {
  const { token = '' } = useParams({ strict: false });
  const { data: draft, error, refetch } = useQuery(draftQuery(token));
  usePageTitle(draft ? titleOf(draft) : '');
  const isOver = error instanceof ApiError && error.status === 404;
  if (isOver || (error && !draft)) {
    return (
      <main className="wrap" id="main">
        {isOver ? (
          <EmptyState icon="search" title={m.sf_draft_over()} />
        ) : (
          <ErrorState
            message={errorText(error)}
            requestId={requestIdOf(error)}
            onRetry={() => void refetch()}
          />
        )}
      </main>
    );
  }
  if (!draft) return <PagePending />;
  if (draft.isShown) return <Navigate to={draft.link} replace />;
  return (
    <>
      <aside className="wrap">
        <p className={noteStyles.note}>
          {m.sf_draft()} {m.sf_draft_until({ date: dateTime(draft.endsAt) })}
        </p>
      </aside>
      <Suspense fallback={<PagePending />}>
        <Thing thing={draft.thing} />
      </Suspense>
    </>
  );
}

function Thing({ thing }: Pick<Draft, 'thing'>) {
  switch (thing.kind) {
    case 'page':
      return <CmsPageView page={thing.of} />;
    case 'post':
      return <BlogPostView post={thing.of} />;
    case 'product':
      return <DraftProductView product={thing.of} />;
  }
}

function titleOf({ thing }: Draft): string {
  if (thing.kind === 'product') return thing.of.seoTitle || thing.of.name;
  return thing.of.seoTitle || thing.of.title;
}
