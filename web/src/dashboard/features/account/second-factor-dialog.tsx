import { useState } from 'react';
import { latinDigits } from '@/domain/digits.ts';
import { m } from '@/i18n/paraglide.gen/messages.js';
import * as buttonStyles from '@/ui/rich/button.module.css';
import { CopyButton } from '@/ui/rich/copy-button.tsx';
import * as dialogStyles from '@/ui/rich/dialog.module.css';
import { Dialog } from '@/ui/rich/dialog.tsx';
import { client } from '../../data/api.ts';
import * as secretStyles from '../../parts/secret.module.css';
import { TextField } from '../../recipe/form/fields.tsx';
import { FormDialog } from '../../recipe/form/form-dialog.tsx';
import * as styles from './second-factor-dialog.module.css';

interface Offered {
  secret: string;
  address: string;
  picture: string;
}

interface SecondFactorDialogProps {
  /** Whether there is one already, which a code proves. */
  isReplaced: boolean;
  onClose: () => void;
}

/** Password, then the key for the app and its code, then the recovery codes, which are shown this once. */
export function SecondFactorDialog({ isReplaced, onClose }: SecondFactorDialogProps) {
  const [offered, setOffered] = useState<Offered>();
  const [codes, setCodes] = useState<readonly string[]>();
  if (codes) return <Codes codes={codes} onClose={onClose} />;
  if (offered) return <Proof offered={offered} onDone={setCodes} onClose={onClose} />;
  return <Begin isReplaced={isReplaced} onDone={setOffered} onClose={onClose} />;
}

interface BeginProps extends SecondFactorDialogProps {
  onDone: (offered: Offered) => void;
}

function Begin({ isReplaced, onDone, onClose }: BeginProps) {
  return (
    <FormDialog
      title={m.db_factor_title()}
      lead={isReplaced ? m.db_factor_begin_again() : m.db_factor_begin()}
      submit={m.db_continue()}
      start={{ password: '', code: '' }}
      bodyOf={({ password, code }) => ({ password, ...(isReplaced && { code: latinDigits(code.trim()) }) })}
      send={async (body) => {
        const { data } = await client.POST('/dashboard/api/account/second-factor', { body });
        return data;
      }}
      onSent={(offered) => offered && onDone(offered)}
      onClose={onClose}
    >
      {(form) => (
        <>
          <TextField
            form={form}
            at="password"
            label={m.db_password_present()}
            type="password"
            dir="ltr"
            autoComplete="current-password"
          />
          {isReplaced && (
            <TextField
              form={form}
              at="code"
              label={m.db_login_totp()}
              dir="ltr"
              autoComplete="one-time-code"
            />
          )}
        </>
      )}
    </FormDialog>
  );
}

interface ProofProps {
  offered: Offered;
  onDone: (codes: readonly string[]) => void;
  onClose: () => void;
}

function Proof({ offered, onDone, onClose }: ProofProps) {
  return (
    <FormDialog
      title={m.db_factor_title()}
      lead={m.db_factor_key_body()}
      submit={m.db_factor_turn_on()}
      start={{ code: '' }}
      bodyOf={({ code }) => ({ code: latinDigits(code.trim()) })}
      send={async (body) => {
        const { data } = await client.PUT('/dashboard/api/account/second-factor', { body });
        return data;
      }}
      onSent={(answer) => answer && onDone(answer.codes)}
      onClose={onClose}
    >
      {(form) => (
        <>
          <img
            className={styles.qrCode}
            src={offered.picture}
            alt={m.db_factor_picture()}
            width={200}
            height={200}
          />
          <div className={secretStyles.secret}>
            <code className="ltr">{offered.secret.match(/.{1,4}/g)?.join(' ')}</code>
            <CopyButton text={offered.secret} label={m.db_factor_copy_key()} />
          </div>
          <a className="link small" href={offered.address}>
            {m.db_factor_open_app()}
          </a>
          <TextField
            form={form}
            at="code"
            label={m.db_factor_code()}
            hint={m.db_factor_code_hint()}
            inputMode="numeric"
            dir="ltr"
            autoComplete="one-time-code"
          />
        </>
      )}
    </FormDialog>
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
      <div className={dialogStyles.body}>
        <ul className={styles.codes} aria-label={m.db_factor_codes_title()}>
          {codes.map((code) => (
            <li key={code}>
              <code className="ltr">{code}</code>
            </li>
          ))}
        </ul>
      </div>
      <div className={dialogStyles.foot}>
        <CopyButton text={codes.join('\n')} label={m.db_factor_copy_codes()} />
        <button type="button" className={`${buttonStyles.button} ${buttonStyles.primary}`} onClick={onClose}>
          {m.db_factor_codes_kept()}
        </button>
      </div>
    </Dialog>
  );
}
