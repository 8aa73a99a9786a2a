import { m } from '@/i18n/paraglide.gen/messages.js';
import { client } from '../../data/api.ts';
import type { Collection, CollectionWanted } from '../../data/types.ts';
import { keptBy, useDetailForm } from '../../recipe/detail/use-detail-form.ts';
import { written } from '../../recipe/inputs/language-texts.ts';
import { bodyOf, type CollectionDraft, draftOf, isEmpty } from './draft.ts';
import { collectionQuery } from './queries.ts';

/** What shows it. */
export const LISTS = ['/dashboard/api/collections', '/dashboard/menu/api/collections'] as const;

/** The form of a collection that is there, or is made by its first save. */
export function useCollectionForm(collection: Collection) {
  return useDetailForm(collection, {
    kind: 'collection',
    draftOf,
    bodyOf,
    obstacle,
    create: put,
    change: put,
    keyOf: keptBy(collectionQuery),
    lists: LISTS,
    screen: '/collections/$id',
    done: ({ name }) => m.db_collection_saved({ name: written(name) }),
  });
}

/** Of all conditions together, none of which is wrong. */
function obstacle({ isRuled, rule }: CollectionDraft): string | undefined {
  return isRuled && isEmpty(rule) ? m.db_collection_rule_empty() : undefined;
}

async function put(id: string, body: CollectionWanted) {
  return (await client.PUT('/dashboard/api/collections/{id}', { params: { path: { id } }, body })).data;
}
