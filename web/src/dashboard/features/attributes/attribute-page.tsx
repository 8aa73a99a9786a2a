import { m } from '@/i18n/paraglide.gen/messages.js';
import type { Attribute } from '../../data/types.ts';
import { DetailPage, NewPage } from '../../recipe/detail/detail-page.tsx';
import { RemoveRecord } from '../../recipe/detail/remove-record.tsx';
import { written } from '../../recipe/inputs/language-texts.ts';
import { AttributeForm } from './attribute-form.tsx';
import { NEW_ATTRIBUTE } from './draft.ts';
import { attributeQuery } from './queries.ts';

/** One attribute as staff edit it. */
export function AttributePage() {
  return (
    <DetailPage
      query={attributeQuery}
      title={({ name }) => written(name)}
      rows={6}
      changes={(attribute) => <DeleteAttribute attribute={attribute} />}
      write="catalog.write"
    >
      {(attribute) => <AttributeForm attribute={attribute} />}
    </DetailPage>
  );
}

/** An attribute that is not there yet. */
export function NewAttributePage() {
  return (
    <NewPage title={m.db_attribute_new()}>
      <AttributeForm attribute={NEW_ATTRIBUTE} />
    </NewPage>
  );
}

/** One that combinations have stays. */
function DeleteAttribute({ attribute: { id, name } }: { attribute: Attribute }) {
  return (
    <RemoveRecord
      path="/dashboard/api/attributes/{id}"
      id={id}
      list="/attributes"
      act={m.db_attribute_delete()}
      title={m.db_attribute_delete_title({ name: written(name) })}
      body={m.db_attribute_delete_body()}
      done={m.db_attribute_deleted({ name: written(name) })}
      inUse={(by) => m.db_attribute_products({ products: by('products') })}
    />
  );
}
