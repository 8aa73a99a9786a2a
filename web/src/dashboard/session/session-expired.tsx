import { useSyncExternalStore } from 'react';
import { m } from '@/i18n/paraglide.gen/messages.js';
import * as dialogStyles from '@/ui/rich/dialog.module.css';
import { Dialog } from '@/ui/rich/dialog.tsx';
import * as styles from './session-expired.module.css';
import { SignInForm } from './sign-in-form.tsx';
import { expiry } from './staff-session.ts';
import { useGiveUp, useStaff } from './use-session.ts';

/** Asks for the password over the page when the session has ended; the calls that met the end then go on. */
export function SessionExpired() {
  const waiting = useSyncExternalStore(expiry.subscribe, expiry.isWaiting);
  const { employee } = useStaff();
  const giveUp = useGiveUp();
  return (
    <Dialog
      open={waiting}
      insistent
      onClose={() => undefined}
      title={m.db_session_expired_title()}
      lead={m.db_session_expired_body()}
    >
      <div className={`${dialogStyles.body} ${styles.dialogSignIn}`}>
        <SignInForm email={employee.email} />
        <button type="button" className="link small" onClick={giveUp}>
          {m.db_session_expired_other()}
        </button>
      </div>
    </Dialog>
  );
}
