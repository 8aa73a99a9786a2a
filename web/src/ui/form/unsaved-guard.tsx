import { useBlocker } from '@tanstack/react-router';
import { m } from '@/i18n/paraglide.gen/messages.js';
import { Dialog } from '@/ui/rich/dialog.tsx';

interface UnsavedGuardProps {
  isDirty: boolean;
  /** What was typed is there again when one comes back. */
  isKept?: boolean;
}

/** Asks before a changed form is left by a link or Back; closing the tab asks where something would be lost. */
export function UnsavedGuard({ isDirty, isKept = false }: UnsavedGuardProps) {
  const blocker = useBlocker({
    shouldBlockFn: () => isDirty,
    enableBeforeUnload: () => isDirty && !isKept,
    withResolver: true,
  });
  const blocked = blocker.status === 'blocked';
  return (
    <Dialog
      open={blocked}
      onClose={() => blocker.reset?.()}
      title={m.db_unsaved_title()}
      lead={isKept ? m.db_unsaved_kept() : m.db_unsaved_body()}
    >
      <div className="dialog-foot">
        <button
          type="button"
          className={isKept ? 'btn' : 'btn btn-danger'}
          onClick={() => blocker.proceed?.()}
        >
          {m.db_unsaved_leave()}
        </button>
        <button type="button" className="btn btn-primary" onClick={() => blocker.reset?.()}>
          {m.db_unsaved_stay()}
        </button>
      </div>
    </Dialog>
  );
}
