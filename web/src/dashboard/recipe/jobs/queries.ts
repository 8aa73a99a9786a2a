/** What the tray of jobs asks. */
import { FRESH } from '@/api/query.ts';
import { api } from '../../data/api.ts';

export const jobsQuery = api.queryOptions(
  'get',
  '/dashboard/api/jobs',
  {},
  { staleTime: FRESH.staffList, meta: { live: ['job'] } },
);

export function jobQuery(id: string) {
  return api.queryOptions(
    'get',
    '/dashboard/api/jobs/{id}',
    { params: { path: { id } } },
    { staleTime: FRESH.never, meta: { live: ['job'] } },
  );
}
