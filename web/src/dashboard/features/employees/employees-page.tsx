import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { Plus, SearchX, ShieldCheck } from 'lucide-react';
import { useState } from 'react';
import { m } from '@/i18n/paraglide.gen/messages.js';
import { type Column, DataTable } from '@/ui/data-table/data-table.tsx';
import { FilterSelect } from '@/ui/data-table/filter-select.tsx';
import { Pager } from '@/ui/data-table/pager.tsx';
import { SearchField } from '@/ui/data-table/search-field.tsx';
import { Empty } from '@/ui/rich/states.tsx';
import type { EmployeeAccount } from '../../data/types.ts';
import { ListBody } from '../../parts/list-body.tsx';
import { PageTitle } from '../../parts/page-title.tsx';
import { roleWords } from '../../parts/role-words.ts';
import { When } from '../../parts/when.tsx';
import { DEFAULT_SIZE, refine } from '../../search-params.ts';
import { AccountState } from './account-state.tsx';
import { AddEmployeeDialog } from './add-employee-dialog.tsx';
import { employeesQuery } from './queries.ts';
import type { EmployeeSearch } from './search.ts';

const route = getRouteApi('/employees');

/** Who works here: their roles, whether they may sign in, when they last were here. */
export function EmployeesPage() {
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const employees = useQuery(employeesQuery(search));
  const [isAdding, setAdding] = useState(false);
  const refineTo = (change: Partial<EmployeeSearch>) =>
    void navigate({ search: (before) => refine(before, change), replace: true });
  return (
    <>
      <PageTitle>{m.db_employees_title()}</PageTitle>
      <div className="page-head">
        <h1>{m.db_employees_title()}</h1>
        <div className="acts">
          <button type="button" className="btn btn-primary" onClick={() => setAdding(true)}>
            <Plus className="icon" aria-hidden />
            {m.db_employee_add()}
          </button>
        </div>
      </div>
      <div className="filters">
        <SearchField
          label={m.db_employees_search()}
          value={search.q ?? ''}
          onChange={(q) => refineTo({ q })}
        />
        <FilterSelect
          label={m.db_employee_access()}
          all={m.db_employees_all()}
          value={search.active ?? ''}
          options={[
            { value: 'true', label: m.db_employee_active() },
            { value: 'false', label: m.db_employee_inactive() },
          ]}
          onChange={(active) => refineTo({ active: active as EmployeeSearch['active'] })}
        />
      </div>
      <ListBody
        query={employees}
        isEmpty={(page) => page.employees.length === 0}
        empty={<Empty icon={SearchX} title={m.db_employees_none()} body={m.db_products_none_body()} />}
      >
        {(page, stale) => (
          <>
            <DataTable
              caption={m.db_employees_title()}
              columns={columns()}
              rows={page.employees}
              rowKey={(employee) => employee.id}
              stale={stale}
            />
            <Pager
              page={search.page ?? 1}
              size={search.size ?? DEFAULT_SIZE}
              list={page}
              onSize={(size) => refineTo({ size })}
              link={({ page, ...props }) => (
                <Link to="/employees" search={{ ...search, page }} activeProps={{}} {...props} />
              )}
            />
          </>
        )}
      </ListBody>
      {isAdding && <AddEmployeeDialog onClose={() => setAdding(false)} />}
    </>
  );
}

function columns(): Column<EmployeeAccount>[] {
  return [
    {
      id: 'name',
      header: m.db_employee_name(),
      area: 'main',
      cell: (employee) => (
        <Link to="/employees/$id" params={{ id: employee.id }} className="row-link strong">
          <bdi>{employee.name}</bdi>
        </Link>
      ),
    },
    {
      id: 'email',
      header: m.db_login_email(),
      cell: (employee) => <bdi className="ltr">{employee.email}</bdi>,
    },
    {
      id: 'roles',
      header: m.db_employee_roles(),
      area: 'under',
      cell: (employee) => roleWords(employee.roles),
    },
    {
      id: 'factor',
      header: m.db_factor_title(),
      cell: (employee) =>
        employee.hasSecondFactor && <ShieldCheck className="icon" role="img" aria-label={m.db_factor_on()} />,
    },
    {
      id: 'access',
      header: m.db_employee_access(),
      area: 'state',
      cell: (employee) => <AccountState account={employee} />,
    },
    {
      id: 'seen',
      header: m.db_employee_seen(),
      align: 'end',
      area: 'aside',
      cell: (employee) => (employee.seenAt ? <When at={employee.seenAt} /> : <span aria-hidden>–</span>),
    },
  ];
}
