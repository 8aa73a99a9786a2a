import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { m } from '@/i18n/paraglide.gen/messages.js';
import { client } from '../../data/api.ts';
import { TextField } from '../../recipe/form/fields.tsx';
import { FormDialog } from '../../recipe/form/form-dialog.tsx';
import { type EmployeeDraft, EmployeeFields, rightsOf } from './employee-fields.tsx';
import { TemporaryPasswordDialog } from './temporary-password-dialog.tsx';

interface NewEmployee extends EmployeeDraft {
  email: string;
}

const NOBODY: NewEmployee = { email: '', name: '', roles: [], warehouses: [] };

interface Created {
  email: string;
  name: string;
  password: string;
}

/** An account for somebody: the shop makes the first password, which is shown this once. */
export function AddEmployeeDialog({ onClose }: { onClose: () => void }) {
  const queries = useQueryClient();
  const [created, setCreated] = useState<Created>();
  if (created) {
    return <TemporaryPasswordDialog who={created} password={created.password} onClose={onClose} />;
  }
  return (
    <FormDialog
      title={m.db_employee_add()}
      lead={m.db_employee_add_body()}
      submit={m.db_employee_create()}
      start={NOBODY}
      bodyOf={({ email, ...rights }) => ({ email: email.trim(), ...rightsOf(rights) })}
      send={async (body) => {
        const { data } = await client.POST('/dashboard/api/employees', { body });
        return { email: body.email, name: body.name, password: data?.password ?? '' };
      }}
      onSent={setCreated}
      onSettled={() => queries.invalidateQueries({ queryKey: ['get', '/dashboard/api/employees'] })}
      onClose={onClose}
    >
      {(form) => (
        <>
          <TextField
            form={form}
            at="email"
            label={m.db_login_email()}
            type="email"
            dir="ltr"
            autoComplete="off"
          />
          <EmployeeFields draft={form.draft} errorsAt={form.errorsAt} onChange={form.set} />
        </>
      )}
    </FormDialog>
  );
}
