/** The categories to choose from. */
import { useQuery } from '@tanstack/react-query';
import { FRESH } from '@/api/query.ts';
import { api } from '../data/api.ts';
import type { LookupItem } from '../data/types.ts';

export const categoriesQuery = api.queryOptions(
  'get',
  '/dashboard/menu/api/categories',
  {},
  { staleTime: FRESH.catalogue },
);

/** The first element of a lookup's answer is its list (spec 7). */
export function useCategories(): readonly LookupItem[] {
  return useQuery(categoriesQuery).data?.[0] ?? [];
}
