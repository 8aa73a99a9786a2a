/** What is done with a collection. */
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { m } from '@/i18n/paraglide.gen/messages.js';
import { told } from '@/ui/rich/toasts.tsx';
import { client } from '../../data/api.ts';
import { isGone } from '../../data/messages.ts';
import type { Collection, CollectionWanted } from '../../data/types.ts';
import { useIntent } from '../../recipe/form/use-intent.ts';
import { useRecordForm } from '../../recipe/form/use-record-form.ts';
import { written } from '../../recipe/inputs/language-texts.ts';
import { bodyOf, draftOf } from './draft.ts';
import { collectionQuery } from './queries.ts';

const LISTS = ['/dashboard/api/collections', '/dashboard/menu/api/collections'];

/** The form of a collection that is there, or is made by its first save. */
export function useCollectionForm(collection: Collection) {
  const navigate = useNavigate();
  const create = useIntent<CollectionWanted>('collection');
  return useRecordForm(collection, {
    kind: 'collection',
    draftOf,
    bodyOf,
    send: async (wanted) => {
      const saved = wanted.version
        ? await put(collection.id, wanted)
        : await create.once(wanted, (id) => put(id, wanted));
      return saved as Collection;
    },
    keyOf: ({ id }) => collectionQuery(id).queryKey,
    lists: LISTS,
    onSaved: ({ id, name }) => {
      told(m.db_collection_saved({ name: written(name) }));
      if (collection.version > 0) return;
      void navigate({ to: '/collections/$id', params: { id }, ignoreBlocker: true });
    },
  });
}

async function put(id: string, body: CollectionWanted) {
  return (await client.PUT('/dashboard/api/collections/{id}', { params: { path: { id } }, body })).data;
}

/** Takes a collection away. */
export function useDeleteCollection({ id, name }: Collection) {
  const queries = useQueryClient();
  const navigate = useNavigate();
  return useMutation({
    mutationFn: async () => {
      // What another took away meanwhile is gone as well.
      await client
        .DELETE('/dashboard/api/collections/{id}', { params: { path: { id } } })
        .catch((error: unknown) => (isGone(error) ? undefined : Promise.reject(error)));
    },
    onSuccess: () => {
      told(m.db_collection_deleted({ name: written(name) }));
      void navigate({ to: '/collections', ignoreBlocker: true });
      return Promise.all(LISTS.map((path) => queries.invalidateQueries({ queryKey: ['get', path] })));
    },
  });
}
