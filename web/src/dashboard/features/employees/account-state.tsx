import { m } from '@/i18n/paraglide.gen/messages.js';
import type { EmployeeAccount } from '../../data/types.ts';

/** Whether an account may sign in, or waits for its owner's first password. */
export function AccountState({ account }: { account: EmployeeAccount }) {
  if (!account.isActive) return <span className="state">{m.db_employee_inactive()}</span>;
  if (account.passwordIsTemporary) return <span className="state">{m.db_employee_waiting()}</span>;
  return <span className="state state-ok">{m.db_employee_active()}</span>;
}
