import type { FormEvent } from 'react';
import { m } from '@/i18n/paraglide.gen/messages.js';
import { UnsavedGuard } from '@/ui/form/unsaved-guard.tsx';
import * as buttonStyles from '@/ui/rich/button.module.css';
import * as headsStyles from '@/ui/rich/heads.module.css';
import * as layoutStyles from '@/ui/rich/layout.module.css';
import * as panelStyles from '@/ui/rich/panel.module.css';
import { fieldErrors } from '../../data/messages.ts';
import type { EmployeeDetail } from '../../data/types.ts';
import { useSingle } from '../../data/use-single.ts';
import { FormNotes } from '../../recipe/form/form-notes.tsx';
import { useEditForm, useSaveInTurn } from '../../recipe/form/use-edit-form.ts';
import { useSaveKey } from '../../recipe/form/use-save-key.ts';
import { type EmployeeDraft, EmployeeFields, rightsOf } from './employee-fields.tsx';
import { useUpdateEmployee } from './use-employee.ts';

const NAMES: Record<string, () => string> = {
  name: m.db_employee_name,
  roles: m.db_employee_roles,
  warehouses: m.db_employee_warehouses,
};

function draftOf({ name, roles, warehouses }: EmployeeDetail): EmployeeDraft {
  return { name, roles, warehouses };
}

/** Name, roles and warehouses of an account, saved together. */
export function EmployeeForm({ employee }: { employee: EmployeeDetail }) {
  const update = useUpdateEmployee(employee);
  const form = useEditForm(employee, { kind: 'employee', draftOf, isSaving: update.isPending });
  const { draft } = form;
  const send = useSingle(update);
  const mayDoNothing = !form.isChanged || form.conflicts.length > 0;
  const saveNow = async () => {
    if (mayDoNothing) return false;
    return send({ ...rightsOf(draft), onSaved: (answer) => form.onSaved(answer, draft) });
  };
  const { isPending: isSaving, isError: isOver } = update;
  const { save } = useSaveInTurn({ isSaving, isOver, isChanged: form.isChanged, saveNow });
  useSaveKey(() => void save());
  return (
    <section className={panelStyles.panel}>
      <header className={headsStyles.panelHead}>
        <h2>{m.db_employee_rights()}</h2>
      </header>
      <form
        className={`${panelStyles.body} ${layoutStyles.stack} ${layoutStyles.stackWide}`}
        noValidate
        onSubmit={(event: FormEvent) => {
          event.preventDefault();
          void save();
        }}
      >
        <FormNotes form={{ ...form, isSaving }} nameOf={(path) => NAMES[path]?.() ?? path} />
        <EmployeeFields
          draft={draft}
          errorsAt={(field) => fieldErrors(update.error, field)}
          onChange={(next) => form.edit(() => next)}
          deciding={form}
        />
        <div>
          <button
            type="submit"
            className={`${buttonStyles.button} ${buttonStyles.primary}`}
            disabled={mayDoNothing || isSaving}
          >
            {isSaving ? m.db_saving() : m.db_save()}
          </button>
        </div>
      </form>
      <UnsavedGuard isDirty={form.isChanged || isSaving} isKept={form.isKept} onSave={save} />
    </section>
  );
}
