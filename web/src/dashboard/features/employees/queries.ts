/** What the screens of staff accounts ask. */
import { FRESH } from '@/api/query.ts';
import { api } from '../../data/api.ts';
import { listQuery } from '../../recipe/list/list-query.ts';
import { type EmployeeSearch, employeeList } from './search.ts';

export function employeesQuery(search: EmployeeSearch) {
  return listQuery(employeeList, search, { live: [] });
}

export function employeeQuery(id: string) {
  return api.queryOptions(
    'get',
    '/dashboard/api/employees/{id}',
    { params: { path: { id } } },
    { staleTime: FRESH.never },
  );
}
