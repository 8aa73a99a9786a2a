import { useQueryClient } from '@tanstack/react-query';
import { m } from '@/i18n/paraglide.gen/messages.js';
import * as gateStyles from './gate.module.css';
import { NewPasswordForm } from './new-password-form.tsx';
import { sessionQuery, useSignOut } from './use-session.ts';

/** Behind the door and in front of the screens: somebody else knows the password, so nothing is open yet. */
export function ChoosePasswordPage() {
  const queries = useQueryClient();
  const signOut = useSignOut();
  return (
    <main className={gateStyles.gate}>
      <div>
        <div className={gateStyles.card}>
          <h1>{m.db_password_choose_title()}</h1>
          <p className="muted">{m.db_password_choose_body()}</p>
          <NewPasswordForm
            submit={m.db_password_choose()}
            onDone={() => void queries.invalidateQueries({ queryKey: sessionQuery.queryKey })}
          />
        </div>
        <div className={gateStyles.languages}>
          <button type="button" onClick={() => signOut.mutate()}>
            {m.db_sign_out()}
          </button>
        </div>
      </div>
    </main>
  );
}
