import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { m } from '@/i18n/paraglide.gen/messages.js';
import { Bones, Failed } from '@/ui/rich/states.tsx';
import { errorMessage, requestIdOf } from '../../data/messages.ts';
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
  if (!attribute.isError) return <Bones rows={6} />;
  return (
    <Failed
      message={errorMessage(attribute.error)}
      requestId={requestIdOf(attribute.error)}
      onRetry={() => void attribute.refetch()}
    />
  );
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
