import { Link, Navigate } from '@tanstack/react-router';
import { m } from '@/i18n/paraglide.gen/messages.js';
import * as buttonStyles from '@/ui/rich/button.module.css';
import * as noteStyles from '@/ui/rich/note.module.css';
import { isGone } from '../../data/messages.ts';
import type { Brand } from '../../data/types.ts';
import { DetailPage, NewPage } from '../../recipe/detail/detail-page.tsx';
import { BrandActions } from './brand-actions.tsx';
import { BrandForm } from './brand-form.tsx';
import { NEW_BRAND } from './draft.ts';
import { brandQuery } from './queries.ts';

/** One brand as staff edit it; one that is gone into another leads there. */
export function BrandPage() {
  return (
    <DetailPage
      query={brandQuery}
      title={({ name }) => name}
      acts={(_, id) => (
        <Link to="/brand-lines" search={{ brand: id }} className={buttonStyles.button}>
          {m.db_brand_lines()}
        </Link>
      )}
      changes={(brand) => <BrandActions brand={brand} />}
      write="catalog.write"
      instead={({ data, error }) =>
        data?.mergedInto && isGone(error) ? (
          <Navigate to="/brands/$id" params={{ id: data.mergedInto }} replace ignoreBlocker />
        ) : null
      }
    >
      {(brand) => <NoteAndForm brand={brand} />}
    </DetailPage>
  );
}

/** A brand that is not there yet. */
export function NewBrandPage() {
  return (
    <NewPage title={m.db_brand_new()}>
      <BrandForm brand={NEW_BRAND} />
    </NewPage>
  );
}

function NoteAndForm({ brand }: { brand: Brand }) {
  return (
    <>
      {brand.mergedInto && (
        <p className={`${noteStyles.note} ${noteStyles.info} ${noteStyles.staleNote}`}>
          {m.db_brand_merging_body()}
        </p>
      )}
      <BrandForm brand={brand} />
    </>
  );
}
