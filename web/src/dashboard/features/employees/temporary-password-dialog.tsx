import { m } from '@/i18n/paraglide.gen/messages.js';
import { CopyButton } from '@/ui/rich/copy-button.tsx';
import { Dialog } from '@/ui/rich/dialog.tsx';

interface TemporaryPasswordDialogProps {
  who: { email: string; name: string };
  password: string;
  onClose: () => void;
}

/** A password that the shop made for somebody, to be handed over: it opens nothing but the choice of their own. */
export function TemporaryPasswordDialog({ who, password, onClose }: TemporaryPasswordDialogProps) {
  return (
    <Dialog
      open
      insistent
      onClose={onClose}
      title={m.db_password_given_title({ name: who.name })}
      lead={m.db_password_given_body()}
    >
      <div className="dialog-body stack">
        <dl className="kv">
          <dt>{m.db_login_email()}</dt>
          <dd>
            <bdi className="ltr">{who.email}</bdi>
          </dd>
        </dl>
        <div className="secret">
          <code className="ltr">{password}</code>
          <CopyButton text={password} label={m.db_password_copy()} />
        </div>
      </div>
      <div className="dialog-foot">
        <button type="button" className="btn btn-primary" onClick={onClose}>
          {m.db_password_given_done()}
        </button>
      </div>
    </Dialog>
  );
}
