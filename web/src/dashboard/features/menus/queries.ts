/** What the screens of menus ask. */
import { useQuery } from '@tanstack/react-query';
import { FRESH } from '@/api/query.ts';
import { api } from '../../data/api.ts';
import type { LookupItem } from '../../data/types.ts';
import type { Input } from './kinds.ts';

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

/** Things that are few enough to be chosen from a list. */
export type Listed = Exclude<Input, 'category' | 'brand' | 'product' | 'link'>;

/** The first element of a lookup's answer is its list (spec 7). */
export function useTargets(of: Listed): readonly LookupItem[] {
  const options = api.queryOptions('get', `/dashboard/menu/api/${of}`, {}, { staleTime: FRESH.never });
  return useQuery(options).data?.[0] ?? [];
}
