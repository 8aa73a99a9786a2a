/** What is done with a feature. */
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { m } from '@/i18n/paraglide.gen/messages.js';
import { told } from '@/ui/rich/toasts.tsx';
import { client } from '../../data/api.ts';
import { featuresQuery } from '../../data/features.ts';
import { isGone } from '../../data/messages.ts';
import type { Feature, FeatureChange } from '../../data/types.ts';
import { useIntent } from '../../recipe/form/use-intent.ts';
import { useRecordForm } from '../../recipe/form/use-record-form.ts';
import { NO_TEXTS, written } from '../../recipe/inputs/language-texts.ts';
import { bodyOf, draftOf, type FeatureDraft } from './draft.ts';
import { featureQuery } from './queries.ts';

/** The form of a feature that is there, or is made by its first save. */
export function useFeatureForm(feature: Feature) {
  const navigate = useNavigate();
  const create = useIntent<FeatureChange>('feature');
  const send = async ({ change, input }: { change: FeatureChange; input: FeatureDraft['input'] }) => {
    const sent = change.version
      ? patch(feature.id, change)
      : create.once(change, (id) => post(id, input, change)).then(({ data }) => data);
    return (await sent) as Feature;
  };
  return useRecordForm(feature, {
    kind: 'feature',
    draftOf,
    bodyOf: (read, draft) => {
      const change = bodyOf(read, draft);
      return change && { change, input: draft.input };
    },
    send,
    keyOf: ({ id }) => featureQuery(id).queryKey,
    lists: ['/dashboard/api/features'],
    onSaved: (saved) => {
      told(m.db_feature_saved({ name: written(saved.name) }));
      if (feature.version > 0) return;
      void navigate({ to: '/features/$id', params: { id: saved.id }, ignoreBlocker: true });
    },
  });
}

function post(id: string, input: FeatureDraft['input'], change: FeatureChange) {
  const { name, unit, options, position } = change;
  const body = {
    id,
    input,
    name: name ?? NO_TEXTS,
    unit: unit ?? NO_TEXTS,
    options: options ?? [],
    position: position ?? null,
  };
  return client.POST('/dashboard/api/features', { body });
}

async function patch(id: string, body: FeatureChange) {
  const params = { path: { id } };
  return (await client.PATCH('/dashboard/api/features/{id}', { params, body })).data;
}

/** Takes it away; what another took away meanwhile is gone as well. */
export function useDeleteFeature({ id, name }: Feature) {
  const queries = useQueryClient();
  const navigate = useNavigate();
  return useMutation({
    mutationFn: async () => {
      await client
        .DELETE('/dashboard/api/features/{id}', { params: { path: { id } } })
        .catch((error: unknown) => (isGone(error) ? undefined : Promise.reject(error)));
    },
    onSuccess: () => {
      told(m.db_feature_deleted({ name: written(name) }));
      void navigate({ to: '/features', ignoreBlocker: true });
      return queries.invalidateQueries(featuresQuery);
    },
  });
}
