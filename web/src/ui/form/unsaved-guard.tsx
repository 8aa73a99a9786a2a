import { useBlocker } from '@tanstack/react-router';
import { m } from '@/i18n/paraglide.gen/messages.js';
import { Dialog } from '@/ui/rich/dialog.tsx';

/** Asks before a changed form is left by a link, Back or closing the tab. */
export function UnsavedGuard({ dirty }: { dirty: boolean }) {
  const blocker = useBlocker({
    shouldBlockFn: () => dirty,
    enableBeforeUnload: () => dirty,
    withResolver: true,
  });
  const blocked = blocker.status === 'blocked';
  return (
    <Dialog
      open={blocked}
      onClose={() => blocker.reset?.()}
      title={m.db_unsaved_title()}
      lead={m.db_unsaved_body()}
    >
      <div className="dialog-foot">
        <button type="button" className="btn btn-danger" onClick={() => blocker.proceed?.()}>
          {m.db_unsaved_leave()}
        </button>
        <button type="button" className="btn btn-primary" onClick={() => blocker.reset?.()}>
          {m.db_unsaved_stay()}
        </button>
      </div>
    </Dialog>
  );
}
