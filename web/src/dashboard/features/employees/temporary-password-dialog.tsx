import { m } from '@/i18n/paraglide.gen/messages.js';
import * as buttonStyles from '@/ui/rich/button.module.css';
import { CopyButton } from '@/ui/rich/copy-button.tsx';
import * as dialogStyles from '@/ui/rich/dialog.module.css';
import { Dialog } from '@/ui/rich/dialog.tsx';
import * as layoutStyles from '@/ui/rich/layout.module.css';
import * as panelStyles from '@/ui/rich/panel.module.css';
import * as secretStyles from '../../parts/secret.module.css';

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
      <div className={`${dialogStyles.body} ${layoutStyles.stack}`}>
        <dl className={panelStyles.kv}>
          <dt>{m.db_login_email()}</dt>
          <dd>
            <bdi className="ltr">{who.email}</bdi>
          </dd>
        </dl>
        <div className={secretStyles.secret}>
          <code className="ltr">{password}</code>
          <CopyButton text={password} label={m.db_password_copy()} />
        </div>
      </div>
      <div className={dialogStyles.foot}>
        <button type="button" className={`${buttonStyles.button} ${buttonStyles.primary}`} onClick={onClose}>
          {m.db_password_given_done()}
        </button>
      </div>
    </Dialog>
  );
}
