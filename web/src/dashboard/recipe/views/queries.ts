import { FRESH } from '@/api/query.ts';
import { api } from '../../data/api.ts';
import type { ViewScreen } from '../../data/types.ts';

/** One's own views of a list. */
export function viewsQuery(screen: ViewScreen) {
  return api.queryOptions(
    'get',
    '/dashboard/api/views',
    { params: { query: { screen } } },
    { staleTime: FRESH.catalogue },
  );
}
