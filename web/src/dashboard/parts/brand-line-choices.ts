/** The brand lines to choose from. */
import { useQuery } from '@tanstack/react-query';
import { FRESH } from '@/api/query.ts';
import { api } from '../data/api.ts';
import type { LookupItem } from '../data/types.ts';

/** Of one brand; of all brands, with the brand in the name. */
function brandLinesQuery(brand: string) {
  const init = { params: { query: brand ? { brand } : {} } };
  return api.queryOptions('get', '/dashboard/menu/api/brand-lines', init, { staleTime: FRESH.catalogue });
}

/** The lines of a brand; none where no brand is named. */
export function useLinesOf(brand: string): readonly LookupItem[] {
  return useQuery({ ...brandLinesQuery(brand), enabled: brand !== '' }).data?.[0] ?? [];
}

/** The lines of all brands. */
export function useBrandLines(): readonly LookupItem[] {
  return useQuery(brandLinesQuery('')).data?.[0] ?? [];
}
