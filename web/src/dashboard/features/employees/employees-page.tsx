import { Link } from '@tanstack/react-router';
import { Plus, ShieldCheck, Users } from 'lucide-react';
import { useState } from 'react';
import { m } from '@/i18n/paraglide.gen/messages.js';
import type { Column } from '@/ui/data-table/data-table.tsx';
import * as tableStyles from '@/ui/data-table/table.module.css';
import * as buttonStyles from '@/ui/rich/button.module.css';
import type { EmployeeAccount } from '../../data/types.ts';
import { roleWords } from '../../parts/role-words.ts';
import { When } from '../../parts/when.tsx';
import { ListPage } from '../../recipe/list/list-page.tsx';
import { pickYesNo } from '../../recipe/list/looks.tsx';
import { useList } from '../../recipe/list/use-list.ts';
import { AccountState } from './account-state.tsx';
import { AddEmployeeDialog } from './add-employee-dialog.tsx';
import { employeesQuery } from './queries.ts';
import { employeeList } from './search.ts';

const LOOKS = {
  active: pickYesNo({
    label: m.db_employee_access,
    all: m.db_employees_all,
    yes: m.db_employee_active,
    no: m.db_employee_inactive,
  }),
};

/** Who works here: their roles, whether they may sign in, when they last were here. */
export function EmployeesPage() {
  const list = useList(employeeList, employeesQuery);
  const [isAdding, setAdding] = useState(false);
  return (
    <>
      <ListPage
        list={list}
        rows={({ employees }) => employees}
        columns={columns()}
        looks={LOOKS}
        words={m.db_employees_search()}
        acts={
          <button
            type="button"
            className={`${buttonStyles.button} ${buttonStyles.primary}`}
            onClick={() => setAdding(true)}
          >
            <Plus className="icon" aria-hidden />
            {m.db_employee_add()}
          </button>
        }
        empty={{ icon: Users, title: m.db_employees_none() }}
        none={{ title: m.db_employees_none(), body: m.db_none_body() }}
      />
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
        <Link to="/employees/$id" params={{ id: employee.id }} className={`${tableStyles.rowLink} strong`}>
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
