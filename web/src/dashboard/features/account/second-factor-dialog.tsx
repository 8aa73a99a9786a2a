import { useMutation } from '@tanstack/react-query';
import { type FormEvent, type ReactNode, useState } from 'react';
import { m } from '@/i18n/paraglide.gen/messages.js';
import { Field } from '@/ui/form/field.tsx';
import { CopyButton } from '@/ui/rich/copy-button.tsx';
import { Dialog } from '@/ui/rich/dialog.tsx';
import { client } from '../../data/api.ts';
import { errorMessage, fieldErrors } from '../../data/messages.ts';
import { useSingle } from '../../data/use-single.ts';

interface Offered {
  secret: string;
  address: string;
}

/** Password, then the key for the app and its code, then the recovery codes, which are shown this once. */
export function SecondFactorDialog({ onClose }: { onClose: () => void }) {
  const [offered, setOffered] = useState<Offered>();
  const [codes, setCodes] = useState<readonly string[]>();
  if (codes) return <Codes codes={codes} onClose={onClose} />;
  if (offered) return <Proof offered={offered} onDone={setCodes} onClose={onClose} />;
  return <Begin onDone={setOffered} onClose={onClose} />;
}

function Begin({ onDone, onClose }: { onDone: (offered: Offered) => void; onClose: () => void }) {
  const [password, setPassword] = useState('');
  const offer = useMutation({
    mutationFn: async () => {
      const { data } = await client.POST('/dashboard/api/account/second-factor', { body: { password } });
      return data;
    },
    onSuccess: (offered) => offered && onDone(offered),
  });
  const send = useSingle(offer);
  return (
    <Step
      lead={m.db_factor_begin()}
      submit={m.db_continue()}
      state={offer}
      field="password"
      onSubmit={send}
      onClose={onClose}
    >
      <Field label={m.db_password_present()} errors={fieldErrors(offer.error, 'password')}>
        {(control) => (
          <input
            {...control}
            className="input"
            type="password"
            dir="ltr"
            autoComplete="current-password"
            value={password}
            onChange={(event) => setPassword(event.target.value)}
          />
        )}
      </Field>
    </Step>
  );
}

interface ProofProps {
  offered: Offered;
  onDone: (codes: readonly string[]) => void;
  onClose: () => void;
}

function Proof({ offered, onDone, onClose }: ProofProps) {
  const [code, setCode] = useState('');
  const confirm = useMutation({
    mutationFn: async () => {
      const { data } = await client.PUT('/dashboard/api/account/second-factor', {
        body: { code: code.trim() },
      });
      return data;
    },
    onSuccess: (answer) => answer && onDone(answer.codes),
  });
  const send = useSingle(confirm);
  return (
    <Step
      lead={m.db_factor_key_body()}
      submit={m.db_factor_turn_on()}
      state={confirm}
      field="code"
      onSubmit={send}
      onClose={onClose}
    >
      <div className="secret">
        <code className="ltr">{offered.secret.match(/.{1,4}/g)?.join(' ')}</code>
        <CopyButton text={offered.secret} label={m.db_factor_copy_key()} />
      </div>
      <a className="link small" href={offered.address}>
        {m.db_factor_open_app()}
      </a>
      <Field
        label={m.db_factor_code()}
        hint={m.db_factor_code_hint()}
        errors={fieldErrors(confirm.error, 'code')}
      >
        {(control) => (
          <input
            {...control}
            className="input"
            inputMode="numeric"
            dir="ltr"
            autoComplete="one-time-code"
            value={code}
            onChange={(event) => setCode(event.target.value)}
          />
        )}
      </Field>
    </Step>
  );
}

function Codes({ codes, onClose }: { codes: readonly string[]; onClose: () => void }) {
  return (
    <Dialog
      open
      insistent
      onClose={onClose}
      title={m.db_factor_codes_title()}
      lead={m.db_factor_codes_body()}
    >
      <div className="dialog-body">
        <ul className="codes" aria-label={m.db_factor_codes_title()}>
          {codes.map((code) => (
            <li key={code}>
              <code className="ltr">{code}</code>
            </li>
          ))}
        </ul>
      </div>
      <div className="dialog-foot">
        <CopyButton text={codes.join('\n')} label={m.db_factor_copy_codes()} />
        <button type="button" className="btn btn-primary" onClick={onClose}>
          {m.db_factor_codes_kept()}
        </button>
      </div>
    </Dialog>
  );
}

interface StepProps {
  lead: string;
  submit: string;
  state: { isPending: boolean; error: Error | null };
  /** The field that tells its own mistakes. */
  field: string;
  onSubmit: () => void;
  onClose: () => void;
  children: ReactNode;
}

function Step({ lead, submit, state, field, onSubmit, onClose, children }: StepProps) {
  const press = (event: FormEvent) => {
    event.preventDefault();
    onSubmit();
  };
  const isTold = fieldErrors(state.error, field).length > 0;
  return (
    <Dialog open onClose={onClose} title={m.db_factor_title()} lead={lead}>
      <form onSubmit={press} noValidate>
        <div className="dialog-body dialog-form">
          {state.error && !isTold && (
            <p className="note note-bad" role="alert">
              {errorMessage(state.error)}
            </p>
          )}
          {children}
        </div>
        <div className="dialog-foot">
          <button type="button" className="btn" onClick={onClose}>
            {m.db_cancel()}
          </button>
          <button type="submit" className="btn btn-primary" disabled={state.isPending}>
            {state.isPending ? m.db_saving() : submit}
          </button>
        </div>
      </form>
    </Dialog>
  );
}
