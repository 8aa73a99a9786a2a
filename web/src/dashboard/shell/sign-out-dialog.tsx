import { count } from '@/i18n/format.ts';
import { m } from '@/i18n/paraglide.gen/messages.js';
import * as buttonStyles from '@/ui/rich/button.module.css';
import * as dialogStyles from '@/ui/rich/dialog.module.css';
import { Dialog } from '@/ui/rich/dialog.tsx';

interface SignOutDialogProps {
  /** How many drafts are lost by it. */
  drafts: number;
  onSignOut: () => void;
  onClose: () => void;
}

/** Signing out forgets what was typed and not saved, in all tabs: asked first. */
export function SignOutDialog({ drafts, onSignOut, onClose }: SignOutDialogProps) {
  return (
    <Dialog
      open
      onClose={onClose}
      title={m.db_sign_out_drafts_title()}
      lead={m.db_sign_out_drafts({ count: drafts, n: count(drafts) })}
    >
      <div className={dialogStyles.foot}>
        <button type="button" className={`${buttonStyles.button} ${buttonStyles.danger}`} onClick={onSignOut}>
          {m.db_sign_out()}
        </button>
        <button type="button" className={`${buttonStyles.button} ${buttonStyles.primary}`} onClick={onClose}>
          {m.db_unsaved_stay()}
        </button>
      </div>
    </Dialog>
  );
}
