import { LoaderCircle } from 'lucide-react';
import { type FormEvent, useState } from 'react';
import { ApiError } from '@/api/errors.ts';
import { m } from '@/i18n/paraglide.gen/messages.js';
import { Field } from '@/ui/form/field.tsx';
import { errorMessage } from '../data/messages.ts';
import { type SignIn, useSignIn } from './use-session.ts';

/** E-mail, password and, for accounts that have one, the code of the day. */
export function SignInForm({ email: known = '' }: { email?: string }) {
  const [form, setForm] = useState<SignIn>({ email: known, password: '', totp: '' });
  const signIn = useSignIn();
  const needsCode = signIn.error instanceof ApiError && signIn.error.code.includes('totp');
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!signIn.isPending) signIn.mutate(form);
  };
  return (
    <form onSubmit={submit} noValidate>
      {signIn.error && (
        <p className="note note-bad" role="alert">
          {refusal(signIn.error)}
        </p>
      )}
      <Field label={m.db_login_email()}>
        {(control) => (
          <input
            {...control}
            className="input"
            type="email"
            dir="ltr"
            autoComplete="username"
            required
            value={form.email}
            onChange={(event) => setForm({ ...form, email: event.target.value })}
          />
        )}
      </Field>
      <Field label={m.db_login_password()}>
        {(control) => (
          <input
            {...control}
            className="input"
            type="password"
            dir="ltr"
            autoComplete="current-password"
            required
            value={form.password}
            onChange={(event) => setForm({ ...form, password: event.target.value })}
          />
        )}
      </Field>
      {needsCode && (
        <Field label={m.db_login_totp()} hint={m.db_login_totp_hint()}>
          {(control) => (
            <input
              {...control}
              className="input"
              inputMode="numeric"
              dir="ltr"
              autoComplete="one-time-code"
              value={form.totp}
              onChange={(event) => setForm({ ...form, totp: event.target.value })}
            />
          )}
        </Field>
      )}
      <button type="submit" className="btn btn-primary btn-tall btn-wide" disabled={signIn.isPending}>
        {signIn.isPending && <LoaderCircle className="icon spin" aria-hidden />}
        {m.db_login_submit()}
      </button>
    </form>
  );
}

function refusal(error: unknown): string {
  if (!(error instanceof ApiError)) return errorMessage(error);
  if (error.code.includes('totp')) return m.db_login_totp();
  if (error.status === 429) return m.db_login_wait({ seconds: error.retryAfter ?? 60 });
  if (error.status === 401 || error.status === 422) return m.db_login_wrong();
  return errorMessage(error);
}
