import { type FormEvent, useState } from 'react';
import { m } from '@/i18n/paraglide.gen/messages.js';
import type { EmployeeDetail } from '../../data/types.ts';
import { useSingle } from '../../data/use-single.ts';
import { type EmployeeDraft, EmployeeFields } from './employee-fields.tsx';
import { useUpdateEmployee } from './use-employee.ts';

/** Name, roles and warehouses of an account, saved together. */
export function EmployeeForm({ employee }: { employee: EmployeeDetail }) {
  const { name, roles, warehouses } = employee;
  const [draft, setDraft] = useState<EmployeeDraft>({ name, roles, warehouses });
  const update = useUpdateEmployee(employee);
  const send = useSingle(update);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    send({ name: draft.name, roles: [...draft.roles], warehouses: [...draft.warehouses] });
  };
  const isChanged = JSON.stringify(draft) !== JSON.stringify({ name, roles, warehouses });
  return (
    <section className="panel">
      <header className="panel-head">
        <h2>{m.db_employee_rights()}</h2>
      </header>
      <form className="panel-body stack stack-wide" onSubmit={submit} noValidate>
        <EmployeeFields draft={draft} error={update.error} onChange={setDraft} />
        <div>
          <button type="submit" className="btn btn-primary" disabled={!isChanged || update.isPending}>
            {update.isPending ? m.db_saving() : m.db_save()}
          </button>
        </div>
      </form>
    </section>
  );
}
