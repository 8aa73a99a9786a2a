/** The brands to choose from. */
import { useQuery } from '@tanstack/react-query';
import { FRESH } from '@/api/query.ts';
import { api } from '../data/api.ts';
import type { LookupItem } from '../data/types.ts';

export const brandsQuery = api.queryOptions(
  'get',
  '/dashboard/menu/api/brands',
  {},
  { staleTime: FRESH.catalogue },
);

/** The first element of a lookup's answer is its list (spec 7). */
export function useBrands(): readonly LookupItem[] {
  return useQuery(brandsQuery).data?.[0] ?? [];
}
