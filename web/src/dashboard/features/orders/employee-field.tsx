import { useQuery } from '@tanstack/react-query';
import { m } from '@/i18n/paraglide.gen/messages.js';
import { errorMessage } from '../../data/messages.ts';
import type { FieldForm } from '../../recipe/form/fields.tsx';
import { RelationPicker } from '../../recipe/inputs/relation-picker.tsx';
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
  const { data: employees, error } = useQuery(assigneesQuery);
  const isOffered = !present || employees?.some(({ id }) => id === present.id);
  const nobody = m.db_order_assign_nobody();
  const first = isAsked ? [{ id: NOBODY, name: nobody }] : [];
  return (
    <RelationPicker
      label={m.db_order_assign_employee()}
      of={employees && [...first, ...(isOffered ? [] : [present]), ...employees]}
      value={form.draft.employeeId}
      {...(!isAsked && { none: nobody })}
      errors={error ? [errorMessage(error)] : form.errorsAt('employeeId')}
      onChange={(employeeId) => form.set({ employeeId })}
    />
  );
}
