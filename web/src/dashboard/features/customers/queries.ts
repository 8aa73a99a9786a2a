/** What the screens of customers ask. */
import { FRESH } from '@/api/query.ts';
import { api } from '../../data/api.ts';
import { listQuery } from '../../recipe/list/list-query.ts';
import { type CustomerSearch, customerList } from './search.ts';

/** Characters from which the shop searches. */
const LEAST_WORDS = 3;

/** While too little is typed, the list stands as it does without words. */
export function customersQuery({ q = '', ...search }: CustomerSearch) {
  const asked = q.trim().length < LEAST_WORDS ? search : { ...search, q };
  return listQuery(customerList, asked, { live: ['order'] });
}

export function customerQuery(id: string) {
  return api.queryOptions(
    'get',
    '/dashboard/api/customers/{id}',
    { params: { path: { id } } },
    { staleTime: FRESH.never, meta: { live: ['order'] } },
  );
}
