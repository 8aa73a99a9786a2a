import { useQuery } from '@tanstack/react-query';
import { m } from '@/i18n/paraglide.gen/messages.js';
import * as fieldStyles from '@/ui/form/field.module.css';
import { Field } from '@/ui/form/field.tsx';
import { errorMessage } from '../../data/messages.ts';
import type { FieldForm } from '../../recipe/form/fields.tsx';
import { assigneesQuery } from './queries.ts';

interface Named {
  id: string;
  name: string;
}

interface EmployeeFieldProps {
  form: FieldForm<{ employeeId: string }>;
  /** Who has the order now, offered or not: their account may be switched off. */
  present?: Named | undefined;
  /** Whether nobody is chosen by itself: what takes many orders away has to be wanted. */
  isAsked?: boolean;
}

/** Nobody, where that is a choice among others that were not made yet. */
export const NOBODY = 'nobody';

/** One of those who see orders, or nobody. */
export function EmployeeField({ form, present, isAsked }: EmployeeFieldProps) {
  const { data: employees = [], error } = useQuery(assigneesQuery);
  const choices =
    !present || employees.some(({ id }) => id === present.id) ? employees : [present, ...employees];
  return (
    <Field
      label={m.db_order_assign_employee()}
      errors={error ? [errorMessage(error)] : form.errorsAt('employeeId')}
    >
      {(control) => (
        <select
          {...control}
          className={fieldStyles.input}
          value={form.draft.employeeId}
          onChange={({ target }) => form.set({ employeeId: target.value })}
        >
          {isAsked && <option value="">{m.db_order_assign_choose()}</option>}
          <option value={isAsked ? NOBODY : ''}>{m.db_order_assign_nobody()}</option>
          {choices.map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
        </select>
      )}
    </Field>
  );
}
