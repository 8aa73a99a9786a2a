import { count } from '@/i18n/format.ts';
import { m } from '@/i18n/paraglide.gen/messages.js';
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
      <div className="dialog-foot">
        <button type="button" className="btn btn-danger" onClick={onSignOut}>
          {m.db_sign_out()}
        </button>
        <button type="button" className="btn btn-primary" onClick={onClose}>
          {m.db_unsaved_stay()}
        </button>
      </div>
    </Dialog>
  );
}
