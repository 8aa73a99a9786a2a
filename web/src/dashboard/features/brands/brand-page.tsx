import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Navigate } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { m } from '@/i18n/paraglide.gen/messages.js';
import { Bones, Failed } from '@/ui/rich/states.tsx';
import { errorMessage, isGone, requestIdOf } from '../../data/messages.ts';
import { Crumbs } from '../../parts/crumbs.tsx';
import { PageTitle } from '../../parts/page-title.tsx';
import { useAllowed } from '../../session/use-session.ts';
import { BrandActions } from './brand-actions.tsx';
import { BrandForm } from './brand-form.tsx';
import { NEW_BRAND } from './draft.ts';
import { brandQuery } from './queries.ts';

const route = getRouteApi('/brands/$id');

/** One brand as staff edit it. */
export function BrandPage() {
  const { id } = route.useParams();
  const brand = useQuery(brandQuery(id));
  const mayWrite = useAllowed()('catalog.write');
  if (brand.data?.mergedInto && isGone(brand.error)) {
    return <Navigate to="/brands/$id" params={{ id: brand.data.mergedInto }} replace ignoreBlocker />;
  }
  if (brand.data) {
    return (
      <>
        <Head title={brand.data.name}>{mayWrite && <BrandActions brand={brand.data} />}</Head>
        {brand.data.mergedInto && <p className="note note-info stale-note">{m.db_brand_merging_body()}</p>}
        <BrandForm key={id} brand={brand.data} />
      </>
    );
  }
  if (!brand.isError) return <Bones rows={8} />;
  return (
    <Failed
      message={errorMessage(brand.error)}
      requestId={requestIdOf(brand.error)}
      onRetry={() => void brand.refetch()}
    />
  );
}

/** A brand that is not there yet. */
export function NewBrandPage() {
  return (
    <>
      <Head title={m.db_brand_new()} />
      <BrandForm brand={NEW_BRAND} />
    </>
  );
}

function Head({ title, children }: { title: string; children?: ReactNode }) {
  return (
    <>
      <PageTitle>{title}</PageTitle>
      <Crumbs>
        <bdi>{title}</bdi>
      </Crumbs>
      <div className="page-head">
        <h1>
          <bdi>{title}</bdi>
        </h1>
        <div className="acts">{children}</div>
      </div>
    </>
  );
}
