import { getRouteApi } from '@tanstack/react-router';
import { m } from '@/i18n/paraglide.gen/messages.js';
import type { BrandLine } from '../../data/types.ts';
import { DetailPage, NewPage } from '../../recipe/detail/detail-page.tsx';
import { RemoveRecord } from '../../recipe/detail/remove-record.tsx';
import { SeeInShop } from '../../recipe/detail/see-in-shop.tsx';
import { BrandLineForm } from './brand-line-form.tsx';
import { NEW_LINE } from './draft.ts';
import { brandLineQuery } from './queries.ts';
import { LISTS } from './use-brand-line.ts';

const newRoute = getRouteApi('/brand-lines/new');

/** One brand line as staff edit it. */
export function BrandLinePage() {
  return (
    <DetailPage
      query={brandLineQuery}
      title={({ name }) => name}
      acts={({ link }) => <SeeInShop href={link}>{m.db_line_see()}</SeeInShop>}
      changes={(line) => <DeleteLine line={line} />}
      write="catalog.write"
    >
      {(line) => <BrandLineForm line={line} />}
    </DetailPage>
  );
}

/** A line that is not there yet, of the brand that the address names. */
export function NewBrandLinePage() {
  const { brand = '' } = newRoute.useSearch();
  return (
    <NewPage title={m.db_line_new()}>
      <BrandLineForm line={{ ...NEW_LINE, brandId: brand }} />
    </NewPage>
  );
}

/** One that products or the home page name stays. */
export function DeleteLine({ line: { id, name } }: { line: BrandLine }) {
  return (
    <RemoveRecord
      path="/dashboard/api/brand-lines/{id}"
      id={id}
      list="/brand-lines"
      lists={LISTS}
      act={m.db_line_delete()}
      title={m.db_line_delete_title({ name })}
      body={m.db_line_delete_body()}
      done={m.db_line_deleted({ name })}
      inUse={(by) => m.db_line_usage({ products: by('products'), blocks: by('blocks') })}
    />
  );
}
