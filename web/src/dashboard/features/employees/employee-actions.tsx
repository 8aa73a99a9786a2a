import { useState } from 'react';
import { m } from '@/i18n/paraglide.gen/messages.js';
import * as buttonStyles from '@/ui/rich/button.module.css';
import * as layoutStyles from '@/ui/rich/layout.module.css';
import { Question } from '@/ui/rich/question.tsx';
import type { EmployeeDetail } from '../../data/types.ts';
import { useSingle } from '../../data/use-single.ts';
import { TemporaryPasswordDialog } from './temporary-password-dialog.tsx';
import { useResetPassword, useResetSecondFactor, useUpdateEmployee } from './use-employee.ts';

type Asked = 'switch-off' | 'password' | 'second-factor' | null;

/** What ends somebody's access, or gives it back; each asks first. */
export function EmployeeActions({ employee }: { employee: EmployeeDetail }) {
  const [asked, setAsked] = useState<Asked>(null);
  const close = () => setAsked(null);
  const update = useUpdateEmployee(employee, close);
  const resetFactor = useResetSecondFactor(employee.id, close);
  const resetPassword = useResetPassword(employee.id, close);
  const sendUpdate = useSingle(update);
  const sendFactor = useSingle(resetFactor);
  const sendPassword = useSingle(resetPassword);
  const { name } = employee;
  return (
    <section className={layoutStyles.stack}>
      <h3>{m.db_employee_access()}</h3>
      <button type="button" className={buttonStyles.button} onClick={() => setAsked('password')}>
        {m.db_employee_reset_password()}
      </button>
      {employee.hasSecondFactor && (
        <button type="button" className={buttonStyles.button} onClick={() => setAsked('second-factor')}>
          {m.db_employee_reset_factor()}
        </button>
      )}
      {employee.isActive ? (
        <button
          type="button"
          className={`${buttonStyles.button} ${buttonStyles.danger}`}
          onClick={() => setAsked('switch-off')}
        >
          {m.db_employee_switch_off()}
        </button>
      ) : (
        <button type="button" className={buttonStyles.button} onClick={() => sendUpdate({ isActive: true })}>
          {m.db_employee_switch_on()}
        </button>
      )}
      {asked === 'switch-off' && (
        <Question
          title={m.db_employee_switch_off_title({ name })}
          body={m.db_employee_switch_off_body()}
          confirm={m.db_employee_switch_off()}
          isPending={update.isPending}
          onConfirm={() => sendUpdate({ isActive: false })}
          onClose={close}
        />
      )}
      {asked === 'second-factor' && (
        <Question
          title={m.db_employee_reset_factor_title({ name })}
          body={m.db_employee_reset_factor_body()}
          confirm={m.db_employee_reset_factor()}
          isPending={resetFactor.isPending}
          onConfirm={() => sendFactor()}
          onClose={close}
        />
      )}
      {asked === 'password' && (
        <Question
          title={m.db_employee_reset_password_title({ name })}
          body={m.db_employee_reset_password_body()}
          confirm={m.db_employee_reset_password()}
          isPending={resetPassword.isPending}
          onConfirm={() => sendPassword()}
          onClose={close}
        />
      )}
      {resetPassword.data && (
        <TemporaryPasswordDialog
          who={employee}
          password={resetPassword.data.password}
          onClose={resetPassword.reset}
        />
      )}
    </section>
  );
}
