import { LoaderCircle } from 'lucide-react';
import { type FormEvent, useState } from 'react';
import { ApiError } from '@/api/errors.ts';
import { m } from '@/i18n/paraglide.gen/messages.js';
import * as fieldStyles from '@/ui/form/field.module.css';
import { Field } from '@/ui/form/field.tsx';
import * as buttonStyles from '@/ui/rich/button.module.css';
import * as noteStyles from '@/ui/rich/note.module.css';
import { errorMessage } from '../data/messages.ts';
import { type SignIn, useSignIn } from './use-session.ts';

interface SignInFormProps {
  /** Who has to sign in; without it, anybody. */
  email?: string;
}

/** E-mail, password and, for accounts that have one, the present code: the shop tells nobody which of them was wrong. */
export function SignInForm({ email: known }: SignInFormProps) {
  const [form, setForm] = useState<SignIn>({ email: known ?? '', password: '', totp: '' });
  const signIn = useSignIn();
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!signIn.isPending) signIn.mutate(form);
  };
  return (
    <form onSubmit={submit} noValidate>
      {signIn.error && (
        <p className={`${noteStyles.note} ${noteStyles.bad}`} role="alert">
          {refusal(signIn.error)}
        </p>
      )}
      <Field label={m.db_login_email()}>
        {(control) => (
          <input
            {...control}
            className={fieldStyles.input}
            type="email"
            dir="ltr"
            autoComplete="username"
            required
            readOnly={known !== undefined}
            value={form.email}
            onChange={(event) => setForm({ ...form, email: event.target.value })}
          />
        )}
      </Field>
      <Field label={m.db_login_password()}>
        {(control) => (
          <input
            {...control}
            className={fieldStyles.input}
            type="password"
            dir="ltr"
            autoComplete="current-password"
            required
            value={form.password}
            onChange={(event) => setForm({ ...form, password: event.target.value })}
          />
        )}
      </Field>
      <Field label={m.db_login_totp()} hint={m.db_login_totp_hint()}>
        {(control) => (
          <input
            {...control}
            className={fieldStyles.input}
            dir="ltr"
            autoComplete="one-time-code"
            value={form.totp}
            onChange={(event) => setForm({ ...form, totp: event.target.value })}
          />
        )}
      </Field>
      <button
        type="submit"
        className={`${buttonStyles.button} ${buttonStyles.primary} ${buttonStyles.tall} ${buttonStyles.wide}`}
        disabled={signIn.isPending}
      >
        {signIn.isPending && <LoaderCircle className="icon spin" aria-hidden />}
        {m.db_login_submit()}
      </button>
    </form>
  );
}

function refusal(error: unknown): string {
  if (!(error instanceof ApiError)) return errorMessage(error);
  if (error.status === 429) return m.db_login_wait({ seconds: error.retryAfter ?? 60 });
  if (error.status === 401 || error.status === 422) return m.db_login_wrong();
  return errorMessage(error);
}
