import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { m } from '@/i18n/paraglide.gen/messages.js';
import { Pending } from '../../parts/pending.tsx';
import { RecordHead } from '../../parts/record-head.tsx';
import { written } from '../../recipe/inputs/language-texts.ts';
import { useAllowed } from '../../session/use-session.ts';
import { AttributeForm } from './attribute-form.tsx';
import { DeleteAttribute } from './delete-attribute.tsx';
import { NEW_ATTRIBUTE } from './draft.ts';
import { attributeQuery } from './queries.ts';

const route = getRouteApi('/attributes/$id');

/** One attribute as staff edit it. */
export function AttributePage() {
  const { id } = route.useParams();
  const attribute = useQuery(attributeQuery(id));
  const mayWrite = useAllowed()('catalog.write');
  if (attribute.data) {
    return (
      <>
        <RecordHead title={written(attribute.data.name)}>
          {mayWrite && <DeleteAttribute attribute={attribute.data} />}
        </RecordHead>
        <AttributeForm key={id} attribute={attribute.data} />
      </>
    );
  }
  return <Pending query={attribute} rows={6} />;
}

/** An attribute that is not there yet. */
export function NewAttributePage() {
  return (
    <>
      <RecordHead title={m.db_attribute_new()} />
      <AttributeForm attribute={NEW_ATTRIBUTE} />
    </>
  );
}
