/** The brands to choose from. */
import { useQuery } from '@tanstack/react-query';
import type { LookupItem } from '../../data/types.ts';
import { brandsQuery } from './queries.ts';

/** The first element of a lookup's answer is its list (spec 7). */
export function useBrands(): readonly LookupItem[] {
  return useQuery(brandsQuery).data?.[0] ?? [];
}
