/** A page of text that the merchant wrote. */
import { useQuery } from '@tanstack/react-query';
import { Navigate, useParams } from '@tanstack/react-router';
import { ApiError, movedTo } from '@/api/errors.ts';
import type { CmsPage } from '@/api/types.ts';
import { ErrorState } from '@/ui/native/states.tsx';
import { Breadcrumbs } from '../parts/breadcrumbs.tsx';
import { errorText, requestIdOf } from '../parts/error-text.ts';
import * as pageHeadStyles from '../parts/page-head.module.css';
import * as proseStyles from '../parts/prose.module.css';
import { usePageTitle } from '../parts/use-page-title.ts';
import { cmsPagePath } from '../paths.ts';
import { cmsPageQuery } from '../queries.ts';
import { MissingPage } from './not-found.tsx';
import { PagePending } from './states.tsx';

export function CmsPageRoute() {
  const { page: slug = '' } = useParams({ strict: false });
  const { data: page, error, refetch } = useQuery(cmsPageQuery(slug));
  usePageTitle(page ? page.seoTitle || page.title : '');
  const moved = movedTo(error);
  if (moved) return <Navigate to={cmsPagePath(moved)} replace />;
  if (error instanceof ApiError && error.status === 404) return <MissingPage error={error} />;
  if (error && !page) {
    return (
      <main className="wrap" id="main">
        <ErrorState
          message={errorText(error)}
          requestId={requestIdOf(error)}
          onRetry={() => void refetch()}
        />
      </main>
    );
  }
  if (!page) return <PagePending />;
  return <CmsPageView page={page} />;
}

export function CmsPageView({ page }: { readonly page: CmsPage }) {
  return (
    <main className="wrap" id="main">
      <Breadcrumbs steps={[{ name: page.title }]} />
      <div className={pageHeadStyles.pageHead}>
        <h1>{page.title}</h1>
      </div>
      {/* biome-ignore lint/security/noDangerouslySetInnerHtml: the catalogue cleans it when it is written and when it is read. */}
      <div className={proseStyles.prose} dir="auto" dangerouslySetInnerHTML={{ __html: page.html }} />
    </main>
  );
}
