import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { m } from '@/i18n/paraglide.gen/messages.js';
import { Field } from '@/ui/form/field.tsx';
import { Dialog } from '@/ui/rich/dialog.tsx';
import { client } from '../../data/api.ts';
import { errorMessage, fieldErrors } from '../../data/messages.ts';
import { useSingle } from '../../data/use-single.ts';
import { type EmployeeDraft, EmployeeFields } from './employee-fields.tsx';
import { TemporaryPasswordDialog } from './temporary-password-dialog.tsx';

interface NewEmployee extends EmployeeDraft {
  email: string;
}

/** An account for somebody: the shop makes the first password, which is shown this once. */
export function AddEmployeeDialog({ onClose }: { onClose: () => void }) {
  const [draft, setDraft] = useState<NewEmployee>({ email: '', name: '', roles: [], warehouses: [] });
  const create = useCreateEmployee();
  const send = useSingle(create);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    send(draft);
  };
  if (create.data) {
    const { email, name } = draft;
    return (
      <TemporaryPasswordDialog
        who={{ email: email.trim(), name }}
        password={create.data.password}
        onClose={onClose}
      />
    );
  }
  const isTold = ['email', 'name', 'roles'].some((field) => fieldErrors(create.error, field).length > 0);
  return (
    <Dialog open onClose={onClose} title={m.db_employee_add()} lead={m.db_employee_add_body()}>
      <form onSubmit={submit} noValidate>
        <div className="dialog-body dialog-form">
          {create.error && !isTold && (
            <p className="note note-bad" role="alert">
              {errorMessage(create.error)}
            </p>
          )}
          <Field label={m.db_login_email()} errors={fieldErrors(create.error, 'email')}>
            {(control) => (
              <input
                {...control}
                className="input"
                type="email"
                dir="ltr"
                autoComplete="off"
                value={draft.email}
                onChange={(event) => setDraft({ ...draft, email: event.target.value })}
              />
            )}
          </Field>
          <EmployeeFields
            draft={draft}
            error={create.error}
            onChange={(fields) => setDraft({ ...draft, ...fields })}
          />
        </div>
        <div className="dialog-foot">
          <button type="button" className="btn" onClick={onClose}>
            {m.db_cancel()}
          </button>
          <button type="submit" className="btn btn-primary" disabled={create.isPending}>
            {create.isPending ? m.db_saving() : m.db_employee_create()}
          </button>
        </div>
      </form>
    </Dialog>
  );
}

function useCreateEmployee() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: async ({ email, name, roles, warehouses }: NewEmployee) => {
      const body = { email, name, roles: [...roles], warehouses: [...warehouses] };
      const { data } = await client.POST('/dashboard/api/employees', { body });
      return data;
    },
    onSettled: () => queries.invalidateQueries({ queryKey: ['get', '/dashboard/api/employees'] }),
  });
}
