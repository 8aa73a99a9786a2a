import { m } from '@/i18n/paraglide.gen/messages.js';
import { client } from '../../data/api.ts';
import type { Attribute, AttributeChange } from '../../data/types.ts';
import { keptBy, useDetailForm } from '../../recipe/detail/use-detail-form.ts';
import { NO_TEXTS, written } from '../../recipe/inputs/language-texts.ts';
import { type AttributeDraft, bodyOf, draftOf } from './draft.ts';
import { attributeQuery } from './queries.ts';

/** What is changed, and the kind, which stands from the beginning. */
interface Sent {
  change: AttributeChange;
  input: AttributeDraft['input'];
}

/** The form of an attribute that is there, or is made by its first save. */
export function useAttributeForm(attribute: Attribute) {
  return useDetailForm(attribute, {
    kind: 'attribute',
    draftOf,
    bodyOf: (read, draft): Sent | null => {
      const change = bodyOf(read, draft);
      return change && { change, input: draft.input };
    },
    create: post,
    change: patch,
    keyOf: keptBy(attributeQuery),
    lists: ['/dashboard/api/attributes'],
    screen: '/attributes/$id',
    done: ({ name }) => m.db_attribute_saved({ name: written(name) }),
  });
}

async function post(id: string, { change, input }: Sent) {
  const { name, options } = change;
  const body = { id, input, name: name ?? NO_TEXTS, options: options ?? [] };
  return (await client.POST('/dashboard/api/attributes', { body })).data;
}

async function patch(id: string, { change: body }: Sent) {
  const params = { path: { id } };
  return (await client.PATCH('/dashboard/api/attributes/{id}', { params, body })).data;
}
