/** Which accounts are looked at, in the address. */
import { listSearch, yesNo } from '../../recipe/list/search.ts';

export const employeeList = listSearch('/dashboard/api/employees', { active: yesNo() });

export type EmployeeSearch = ReturnType<typeof employeeList.validate>;
