/** What is done with an attribute. */
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { m } from '@/i18n/paraglide.gen/messages.js';
import { told } from '@/ui/rich/toasts.tsx';
import { client } from '../../data/api.ts';
import { attributesQuery } from '../../data/attributes.ts';
import { isGone } from '../../data/messages.ts';
import type { Attribute, AttributeChange } from '../../data/types.ts';
import { useIntent } from '../../recipe/form/use-intent.ts';
import { useRecordForm } from '../../recipe/form/use-record-form.ts';
import { NO_TEXTS, written } from '../../recipe/inputs/language-texts.ts';
import { type AttributeDraft, bodyOf, draftOf } from './draft.ts';
import { attributeQuery } from './queries.ts';

/** The form of an attribute that is there, or is made by its first save. */
export function useAttributeForm(attribute: Attribute) {
  const navigate = useNavigate();
  const create = useIntent<AttributeChange>('attribute');
  const send = async ({ change, input }: { change: AttributeChange; input: AttributeDraft['input'] }) => {
    const sent = change.version
      ? patch(attribute.id, change)
      : create.once(change, (id) => post(id, input, change)).then(({ data }) => data);
    return (await sent) as Attribute;
  };
  return useRecordForm(attribute, {
    kind: 'attribute',
    draftOf,
    bodyOf: (read, draft) => {
      const change = bodyOf(read, draft);
      return change && { change, input: draft.input };
    },
    send,
    keyOf: ({ id }) => attributeQuery(id).queryKey,
    lists: ['/dashboard/api/attributes'],
    onSaved: (saved) => {
      told(m.db_attribute_saved({ name: written(saved.name) }));
      if (attribute.version > 0) return;
      void navigate({ to: '/attributes/$id', params: { id: saved.id }, ignoreBlocker: true });
    },
  });
}

function post(id: string, input: AttributeDraft['input'], { name, options }: AttributeChange) {
  const body = { id, input, name: name ?? NO_TEXTS, options: options ?? [] };
  return client.POST('/dashboard/api/attributes', { body });
}

async function patch(id: string, body: AttributeChange) {
  const params = { path: { id } };
  return (await client.PATCH('/dashboard/api/attributes/{id}', { params, body })).data;
}

/** Takes it away; what another took away meanwhile is gone as well. */
export function useDeleteAttribute({ id, name }: Attribute) {
  const queries = useQueryClient();
  const navigate = useNavigate();
  return useMutation({
    mutationFn: async () => {
      await client
        .DELETE('/dashboard/api/attributes/{id}', { params: { path: { id } } })
        .catch((error: unknown) => (isGone(error) ? undefined : Promise.reject(error)));
    },
    onSuccess: () => {
      told(m.db_attribute_deleted({ name: written(name) }));
      void navigate({ to: '/attributes', ignoreBlocker: true });
      return queries.invalidateQueries(attributesQuery);
    },
  });
}
