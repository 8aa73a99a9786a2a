import { useEffect, useRef, useState, useSyncExternalStore } from 'react';
import { m } from '@/i18n/paraglide.gen/messages.js';
import { isUnsaved } from '@/ui/form/unsaved.ts';
import * as buttonStyles from '@/ui/rich/button.module.css';
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
  const [isAsked, setAsked] = useState(false);
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
        {isAsked ? (
          <Leaving onLeave={giveUp} onStay={() => setAsked(false)} />
        ) : (
          <button
            type="button"
            className="link small"
            onClick={() => (isUnsaved() ? setAsked(true) : giveUp())}
          >
            {m.db_session_expired_other()}
          </button>
        )}
      </div>
    </Dialog>
  );
}

/** What is no draft goes with the page. */
function Leaving({ onLeave, onStay }: { onLeave: () => void; onStay: () => void }) {
  const stay = useRef<HTMLButtonElement>(null);
  useEffect(() => stay.current?.focus(), []);
  return (
    <div className={dialogStyles.foot} role="alert">
      <span className="grow">{m.db_unsaved_body()}</span>
      <button type="button" className={`${buttonStyles.button} ${buttonStyles.danger}`} onClick={onLeave}>
        {m.db_unsaved_leave()}
      </button>
      <button ref={stay} type="button" className={buttonStyles.button} onClick={onStay}>
        {m.db_unsaved_stay()}
      </button>
    </div>
  );
}
