/** The collections to choose from, drafts too. */
import { useQuery } from '@tanstack/react-query';
import { FRESH } from '@/api/query.ts';
import { api } from '../data/api.ts';
import type { LookupItem } from '../data/types.ts';

const collectionsQuery = api.queryOptions(
  'get',
  '/dashboard/menu/api/collections',
  {},
  { staleTime: FRESH.catalogue },
);

/** The first element of a lookup's answer is its list (spec 7). */
export function useCollections(): readonly LookupItem[] {
  return useQuery(collectionsQuery).data?.[0] ?? [];
}
