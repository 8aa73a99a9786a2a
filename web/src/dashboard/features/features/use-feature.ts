import { m } from '@/i18n/paraglide.gen/messages.js';
import { client } from '../../data/api.ts';
import type { Feature, FeatureChange } from '../../data/types.ts';
import { keptBy, useDetailForm } from '../../recipe/detail/use-detail-form.ts';
import { NO_TEXTS, written } from '../../recipe/inputs/language-texts.ts';
import { bodyOf, draftOf, type FeatureDraft } from './draft.ts';
import { featureQuery } from './queries.ts';

/** What is changed, and the kind of values of a new one. */
interface Sent {
  change: FeatureChange;
  input: FeatureDraft['input'];
}

/** The form of a feature that is there, or is made by its first save. */
export function useFeatureForm(feature: Feature) {
  return useDetailForm(feature, {
    kind: 'feature',
    draftOf,
    bodyOf: (read, draft): Sent | null => {
      const change = bodyOf(read, draft);
      return change && { change, input: draft.input };
    },
    create: post,
    change: patch,
    keyOf: keptBy(featureQuery),
    lists: ['/dashboard/api/features'],
    screen: '/features/$id',
    done: ({ name }) => m.db_feature_saved({ name: written(name) }),
  });
}

async function post(id: string, { change, input }: Sent) {
  const { name, unit, options, position } = change;
  const body = {
    id,
    input,
    name: name ?? NO_TEXTS,
    unit: unit ?? NO_TEXTS,
    options: options ?? [],
    position: position ?? null,
  };
  return (await client.POST('/dashboard/api/features', { body })).data;
}

async function patch(id: string, { change: body }: Sent) {
  const params = { path: { id } };
  return (await client.PATCH('/dashboard/api/features/{id}', { params, body })).data;
}
