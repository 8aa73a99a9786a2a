/** What one's own page asks. */
import { FRESH } from '@/api/query.ts';
import { api } from '../../data/api.ts';

export const accountQuery = api.queryOptions('get', '/dashboard/api/account', {}, { staleTime: FRESH.never });
