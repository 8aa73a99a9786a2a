/** What is done with a category. */
import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { Place } from '@/domain/tree.ts';
import { m } from '@/i18n/paraglide.gen/messages.js';
import { complained, told } from '@/ui/rich/toasts.tsx';
import { client } from '../../data/api.ts';
import { categoryQuery } from '../../data/categories.ts';
import { errorMessage, isStale } from '../../data/messages.ts';
import type { Category, CategoryChange } from '../../data/types.ts';
import { useRecordForm } from '../../recipe/form/use-record-form.ts';
import { bodyOf, draftOf } from './draft.ts';

/** What shows them. */
export const LISTS = ['/dashboard/api/categories', '/dashboard/menu/api/categories'];

/** The form of a category. */
export function useCategoryForm(category: Category) {
  return useRecordForm(category, {
    kind: 'category',
    draftOf,
    bodyOf,
    send: (change) => patch(category.id, change),
    keyOf: ({ id }) => categoryQuery(id).queryKey,
    lists: LISTS,
    onSaved: ({ name }) => told(m.db_category_saved({ name })),
  });
}

async function patch(id: string, body: CategoryChange) {
  const params = { path: { id } };
  return (await client.PATCH('/dashboard/api/categories/{id}', { params, body })).data as Category;
}

interface Moving extends Place {
  category: Category;
}

/** Puts a category somewhere else; the tree is asked for anew, right or wrong. */
export function useMoveCategory() {
  const keep = useKeepCategory();
  return useMutation({
    mutationFn: async ({ category: { id, version }, parentId, at }: Moving) => {
      const { data } = await client.POST('/dashboard/api/categories/{id}/move', {
        params: { path: { id } },
        body: { version, parentId: parentId ?? '', at },
      });
      return data;
    },
    onError: (error) => complained(isStale(error) ? m.db_stale() : errorMessage(error)),
    onSettled: (moved) => keep(moved),
  });
}

/** The category as the shop told it last, and all lists of categories anew. */
function useKeepCategory() {
  const queries = useQueryClient();
  return (category: Category | undefined) => {
    if (category) queries.setQueryData(categoryQuery(category.id).queryKey, category);
    return Promise.all(LISTS.map((path) => queries.invalidateQueries({ queryKey: ['get', path] })));
  };
}
