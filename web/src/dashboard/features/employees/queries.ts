/** What the screens of staff accounts ask. */
import { keepPreviousData } from '@tanstack/react-query';
import { FRESH } from '@/api/query.ts';
import { api } from '../../data/api.ts';
import { DEFAULT_SIZE } from '../../search-params.ts';
import type { EmployeeSearch } from './search.ts';

export function employeesQuery(search: EmployeeSearch) {
  const query = {
    ...(search.q && { q: search.q }),
    ...(search.active && { active: search.active === 'true' }),
    page: search.page ?? 1,
    size: search.size ?? DEFAULT_SIZE,
  };
  return api.queryOptions(
    'get',
    '/dashboard/api/employees',
    { params: { query } },
    { staleTime: FRESH.never, placeholderData: keepPreviousData },
  );
}

export function employeeQuery(id: string) {
  return api.queryOptions(
    'get',
    '/dashboard/api/employees/{id}',
    { params: { path: { id } } },
    { staleTime: FRESH.never },
  );
}

export const warehousesQuery = api.queryOptions(
  'get',
  '/dashboard/api/warehouses',
  {},
  { staleTime: FRESH.catalogue },
);
