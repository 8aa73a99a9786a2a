import { count } from '@/i18n/format.ts';
import { m } from '@/i18n/paraglide.gen/messages.js';
import * as buttonStyles from '@/ui/rich/button.module.css';
import * as dialogStyles from '@/ui/rich/dialog.module.css';
import { Dialog } from '@/ui/rich/dialog.tsx';

/** What is lost by signing out. */
export interface Losses {
  /** Drafts in this browser. */
  drafts: number;
  /** Something of a page that is no draft. */
  isUnsaved: boolean;
}

interface SignOutDialogProps {
  losses: Losses;
  onSignOut: () => void;
  onClose: () => void;
}

/** Signing out forgets what was typed and not saved, in all tabs: asked first. */
export function SignOutDialog({ losses, onSignOut, onClose }: SignOutDialogProps) {
  const { drafts, isUnsaved } = losses;
  const words = [
    drafts > 0 && m.db_sign_out_drafts({ count: drafts, n: count(drafts) }),
    isUnsaved && m.db_sign_out_unsaved(),
  ];
  return (
    <Dialog
      open
      onClose={onClose}
      title={m.db_sign_out_drafts_title()}
      lead={words.filter(Boolean).join(' ')}
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
