/** What is done with a category. */
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { ApiError } from '@/api/errors.ts';
import type { Place } from '@/domain/tree.ts';
import { m } from '@/i18n/paraglide.gen/messages.js';
import { complained, told } from '@/ui/rich/toasts.tsx';
import { client } from '../../data/api.ts';
import { currentOf, errorMessage, isGone } from '../../data/messages.ts';
import type { Category, CategoryChange } from '../../data/types.ts';
import { categoryQuery } from './queries.ts';

interface Saving {
  change: CategoryChange;
  /** Before anything else hears of the answer. */
  onSaved: (answer: Category) => void;
}

/** Saves onto the version on the screen; one that somebody else made meanwhile takes its place. */
export function useSaveCategory({ id }: Category) {
  const keep = useKeepCategory();
  return useMutation({
    mutationFn: async ({ change }: Saving) => {
      const { data } = await client.PATCH('/dashboard/api/categories/{id}', {
        params: { path: { id } },
        body: change,
      });
      return data;
    },
    onSuccess: (saved, { onSaved }) => {
      if (!saved) return undefined;
      onSaved(saved);
      told(m.db_category_saved({ name: saved.name }));
      return keep(saved);
    },
    onError: (error) => {
      complained(refusal(error));
      return keep(currentOf<Category>(error));
    },
  });
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
    onError: (error) => complained(refusal(error)),
    onSettled: (moved) => keep(moved),
  });
}

/** Takes a category away. */
export function useDeleteCategory({ id, name }: Category) {
  const keep = useKeepCategory();
  const navigate = useNavigate();
  return useMutation({
    mutationFn: async () => {
      // What another took away meanwhile is gone as well.
      await client
        .DELETE('/dashboard/api/categories/{id}', { params: { path: { id } } })
        .catch((error: unknown) => (isGone(error) ? undefined : Promise.reject(error)));
    },
    onSuccess: () => {
      told(m.db_category_deleted({ name }));
      void navigate({ to: '/categories', ignoreBlocker: true });
      return keep(undefined);
    },
  });
}

/** How many name the category that can't go, by what they are. */
export function usageIn(
  error: unknown,
): Record<'categories' | 'products' | 'promotions' | 'blocks', number> | null {
  if (!(error instanceof ApiError) || error.code !== 'catalog.category_in_use') return null;
  const facts = error.facts as Record<string, number>;
  const { categories = 0, products = 0, promotions = 0, blocks = 0 } = facts;
  return { categories, products, promotions, blocks };
}

function refusal(error: unknown): string {
  const isStale = error instanceof ApiError && error.code === 'catalog.stale_version';
  return isStale ? m.db_category_stale() : errorMessage(error);
}

/** The category as the shop told it last, and all lists of categories anew. */
function useKeepCategory() {
  const queries = useQueryClient();
  return (category: Category | undefined) => {
    if (category) queries.setQueryData(categoryQuery(category.id).queryKey, category);
    const addresses = ['/dashboard/api/categories', '/dashboard/menu/api/categories'];
    return Promise.all(addresses.map((path) => queries.invalidateQueries({ queryKey: ['get', path] })));
  };
}
