import { m } from '@/i18n/paraglide.gen/messages.js';
import { client } from '../../data/api.ts';
import type { FeatureSet, FeatureSetWanted } from '../../data/types.ts';
import { keptBy, useDetailForm } from '../../recipe/detail/use-detail-form.ts';
import { featureSetQuery } from './queries.ts';
import { setBodyOf, setDraftOf } from './set-draft.ts';

/** What shows it. */
export const SET_LISTS = ['/dashboard/api/feature-sets'] as const;

/** The form of a set that is there, or is made by its first save. */
export function useSetForm(set: FeatureSet) {
  return useDetailForm(set, {
    kind: 'feature-set',
    draftOf: setDraftOf,
    bodyOf: setBodyOf,
    create: put,
    change: put,
    keyOf: keptBy(featureSetQuery),
    lists: SET_LISTS,
    screen: '/feature-sets/$id',
    done: ({ name }) => m.db_feature_set_saved({ name }),
  });
}

async function put(id: string, body: FeatureSetWanted) {
  return (await client.PUT('/dashboard/api/feature-sets/{id}', { params: { path: { id } }, body })).data;
}
