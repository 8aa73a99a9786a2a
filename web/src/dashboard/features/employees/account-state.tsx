import { m } from '@/i18n/paraglide.gen/messages.js';
import * as stateStyles from '@/ui/rich/state.module.css';
import type { EmployeeAccount } from '../../data/types.ts';

/** Whether an account may sign in, or waits for its owner's first password. */
export function AccountState({ account }: { account: EmployeeAccount }) {
  if (!account.isActive) return <span className={stateStyles.state}>{m.db_employee_inactive()}</span>;
  if (account.passwordIsTemporary)
    return <span className={stateStyles.state}>{m.db_employee_waiting()}</span>;
  return <span className={`${stateStyles.state} ${stateStyles.ok}`}>{m.db_employee_active()}</span>;
}
