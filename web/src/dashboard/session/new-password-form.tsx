import { type FormEvent, useState } from 'react';
import { m } from '@/i18n/paraglide.gen/messages.js';
import * as fieldStyles from '@/ui/form/field.module.css';
import { Field } from '@/ui/form/field.tsx';
import * as buttonStyles from '@/ui/rich/button.module.css';
import * as layoutStyles from '@/ui/rich/layout.module.css';
import * as noteStyles from '@/ui/rich/note.module.css';
import { errorMessage, fieldErrors } from '../data/messages.ts';
import { useSingle } from '../data/use-single.ts';
import { useChangePassword } from './use-change-password.ts';

interface NewPasswordFormProps {
  submit: string;
  onDone: () => void;
}

const EMPTY = { password: '', newPassword: '', again: '' };

/** The present password and another one, twice. */
export function NewPasswordForm({ submit, onDone }: NewPasswordFormProps) {
  const [form, setForm] = useState(EMPTY);
  const [isTried, setTried] = useState(false);
  const change = useChangePassword(() => {
    setForm(EMPTY);
    setTried(false);
    onDone();
  });
  const send = useSingle(change);
  const differs = form.newPassword !== form.again;
  const press = (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    if (!differs) send({ password: form.password, newPassword: form.newPassword });
  };
  const problem = change.error;
  const isTold = ['password', 'newPassword'].some((field) => fieldErrors(problem, field).length > 0);
  return (
    <form className={`${layoutStyles.stack} ${layoutStyles.stackWide}`} onSubmit={press} noValidate>
      {problem && !isTold && (
        <p className={`${noteStyles.note} ${noteStyles.bad}`} role="alert">
          {errorMessage(problem)}
        </p>
      )}
      <Secret
        label={m.db_password_present()}
        errors={fieldErrors(problem, 'password')}
        autoComplete="current-password"
        value={form.password}
        onChange={(password) => setForm({ ...form, password })}
      />
      <Secret
        label={m.db_password_new()}
        hint={m.db_rule_password()}
        errors={fieldErrors(problem, 'newPassword')}
        autoComplete="new-password"
        value={form.newPassword}
        onChange={(newPassword) => setForm({ ...form, newPassword })}
      />
      <Secret
        label={m.db_password_again()}
        errors={isTried && differs ? [m.db_password_differs()] : []}
        autoComplete="new-password"
        value={form.again}
        onChange={(again) => setForm({ ...form, again })}
      />
      <div>
        <button
          type="submit"
          className={`${buttonStyles.button} ${buttonStyles.primary}`}
          disabled={change.isPending}
        >
          {change.isPending ? m.db_saving() : submit}
        </button>
      </div>
    </form>
  );
}

interface SecretProps {
  label: string;
  hint?: string;
  errors: readonly string[];
  autoComplete: 'current-password' | 'new-password';
  value: string;
  onChange: (value: string) => void;
}

function Secret({ label, hint, errors, autoComplete, value, onChange }: SecretProps) {
  return (
    <Field label={label} hint={hint} errors={errors}>
      {(control) => (
        <input
          {...control}
          className={fieldStyles.input}
          type="password"
          dir="ltr"
          autoComplete={autoComplete}
          value={value}
          onChange={(event) => onChange(event.target.value)}
        />
      )}
    </Field>
  );
}
