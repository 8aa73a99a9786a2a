import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link, Navigate } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { m } from '@/i18n/paraglide.gen/messages.js';
import * as buttonStyles from '@/ui/rich/button.module.css';
import * as headsStyles from '@/ui/rich/heads.module.css';
import * as noteStyles from '@/ui/rich/note.module.css';
import { isGone } from '../../data/messages.ts';
import { Crumbs } from '../../parts/crumbs.tsx';
import { PageTitle } from '../../parts/page-title.tsx';
import { Pending } from '../../parts/pending.tsx';
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
        <Head title={brand.data.name}>
          <Link to="/brand-lines" search={{ brand: id }} className={buttonStyles.button}>
            {m.db_brand_lines()}
          </Link>
          {mayWrite && <BrandActions brand={brand.data} />}
        </Head>
        {brand.data.mergedInto && (
          <p className={`${noteStyles.note} ${noteStyles.info} ${noteStyles.staleNote}`}>
            {m.db_brand_merging_body()}
          </p>
        )}
        <BrandForm key={id} brand={brand.data} />
      </>
    );
  }
  return <Pending query={brand} rows={8} />;
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
      <div className={headsStyles.pageHead}>
        <h1>
          <bdi>{title}</bdi>
        </h1>
        <div className={headsStyles.acts}>{children}</div>
      </div>
    </>
  );
}
