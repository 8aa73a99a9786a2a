/** What a product may be filed under. */
import { useQuery } from '@tanstack/react-query';
import type { LookupItem } from '../../data/types.ts';
import { brandsQuery, categoriesQuery } from './queries.ts';

/** The first element of a lookup's answer is its list (spec 7). */
export function useCategories(): readonly LookupItem[] {
  return useQuery(categoriesQuery).data?.[0] ?? [];
}

export function useBrands(): readonly LookupItem[] {
  return useQuery(brandsQuery).data?.[0] ?? [];
}
