/** What is done with menus. */
import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { Place } from '@/domain/tree.ts';
import { m } from '@/i18n/paraglide.gen/messages.js';
import { complained } from '@/ui/rich/toasts.tsx';
import { client } from '../../data/api.ts';
import { errorMessage, isConflict } from '../../data/messages.ts';
import type { MenuItem } from '../../data/types.ts';
import { keptBy, useDetailForm } from '../../recipe/detail/use-detail-form.ts';
import { draftOf, fieldsOf, formOf } from './draft.ts';
import type { MenuName } from './kinds.ts';
import { menuItemQuery, menuItemsQuery } from './queries.ts';

type Fields = Record<string, string>;

const LIST = '/dashboard/api/menu-items';

/** The form of an item that is there, or is made by its first save; the list follows it. */
export function useMenuItemForm(item: MenuItem) {
  return useDetailForm(item, {
    kind: 'menu-item',
    draftOf,
    bodyOf: formOf,
    create: post,
    change: post,
    keyOf: keptBy(menuItemQuery),
    lists: [LIST],
    screen: '/menus/$id',
    leadsTo: '/menus',
    done: () => m.db_menu_saved(),
  });
}

/** As a form, which is how the specification has it. */
async function post(id: string, fields: Fields) {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.set(name, value);
  const { data } = await client.POST('/dashboard/api/menu-items/{id}', {
    params: { path: { id } },
    // Described field by field, sent as a form.
    body: {} as never,
    bodySerializer: () => form,
  });
  return data;
}

/** Shows or hides it, at once. */
export function useSwitchItem() {
  const keep = useKeep();
  return useMutation({
    mutationFn: (item: MenuItem) => post(item.id, { ...fieldsOf(item), isActive: String(!item.isActive) }),
    onError: (error) => complained(isConflict(error) ? m.db_stale() : errorMessage(error)),
    onSettled: (item) => keep(item),
  });
}

interface Moving extends Place {
  item: MenuItem;
}

/** Puts an item somewhere else; the menus are asked for anew, right or wrong. */
export function useMoveItem() {
  const keep = useKeep();
  return useMutation({
    mutationFn: async ({ item: { id, version }, parentId, at }: Moving) => {
      const body = { version, parentId: parentId ?? '', at };
      return (await client.POST('/dashboard/api/menu-items/{id}/move', { params: { path: { id } }, body }))
        .data;
    },
    onError: (error) => complained(isConflict(error) ? m.db_stale() : errorMessage(error)),
    onSettled: (item) => keep(item),
  });
}

/** Fills a menu with what shoppers see of it, or gives it back to the categories. */
export function useWholeMenu(menu: MenuName) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: async (step: 'start' | 'reset') => {
      const params = { path: { menu } };
      const { data } =
        step === 'start'
          ? await client.POST('/dashboard/api/menus/{menu}/start', { params })
          : await client.POST('/dashboard/api/menus/{menu}/reset', { params });
      return data;
    },
    onSuccess: (data) => {
      if (data) queries.setQueryData(menuItemsQuery.queryKey, data);
    },
    onError: (error) => complained(errorMessage(error)),
  });
}

/** The item as the shop told it last, and the menus anew. */
function useKeep() {
  const queries = useQueryClient();
  return (item: MenuItem | undefined) => {
    if (item) queries.setQueryData(menuItemQuery(item.id).queryKey, item);
    return queries.invalidateQueries(menuItemsQuery);
  };
}
