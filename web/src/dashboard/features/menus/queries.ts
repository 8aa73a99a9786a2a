/** What the screens of menus ask. */
import { FRESH } from '@/api/query.ts';
import { api } from '../../data/api.ts';

export const menuItemsQuery = api.queryOptions(
  'get',
  '/dashboard/api/menu-items',
  {},
  { staleTime: FRESH.never, meta: { live: ['content', 'product'] } },
);

export function menuItemQuery(id: string) {
  return api.queryOptions(
    'get',
    '/dashboard/api/menu-items/{id}',
    { params: { path: { id } } },
    { staleTime: FRESH.never, meta: { live: ['content'] } },
  );
}
