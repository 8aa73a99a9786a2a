/** What the journal asks: page after page, from the last entry that is shown. */
import { infiniteQueryOptions } from '@tanstack/react-query';
import { FRESH } from '@/api/query.ts';
import { api, client } from '../../data/api.ts';
import { endOfDay, startOfDay } from './days.ts';
import type { JournalSearch } from './search.ts';

const ENTRIES = 50;

export function journalQuery(search: JournalSearch) {
  return infiniteQueryOptions({
    queryKey: ['get', '/dashboard/api/journal', search],
    initialPageParam: '',
    queryFn: async ({ pageParam, signal }) => {
      const query = {
        size: ENTRIES,
        ...(search.employee && { employee: search.employee }),
        ...(search.action && { action: search.action }),
        ...(search.from && { from: startOfDay(search.from) }),
        ...(search.until && { until: endOfDay(search.until) }),
        ...(pageParam && { after: pageParam }),
      };
      const { data } = await client.GET('/dashboard/api/journal', { params: { query }, signal });
      if (!data) throw new Error('the journal answered nothing');
      return data;
    },
    getNextPageParam: (page) => (page.hasMore ? page.entries.at(-1)?.id : undefined),
  });
}

/** Whom the filter offers: the first two hundred, those who may sign in first. */
export const colleaguesQuery = api.queryOptions(
  'get',
  '/dashboard/api/employees',
  { params: { query: { size: 200 } } },
  { staleTime: FRESH.catalogue },
);
