import { useBlocker } from '@tanstack/react-router';
import { useState } from 'react';
import { isSame } from '@/domain/merge.ts';
import { m } from '@/i18n/paraglide.gen/messages.js';
import { Dialog } from '@/ui/rich/dialog.tsx';
import * as buttonStyles from '../rich/button.module.css';
import * as dialogStyles from '../rich/dialog.module.css';
import { useUnsaved } from './unsaved.ts';

interface UnsavedGuardProps {
  isDirty: boolean;
  /** What was typed is there again when one comes back. */
  isKept?: boolean;
  /** What would be lost, where that isn't what was changed. */
  lost?: string;
  /** Saves all of it; whether that went well. */
  onSave?: () => Promise<boolean>;
}

/** Asks before a changed form is left by a link or Back, not on the way to another place of it; closing the tab and signing
 * out ask where something would be lost. */
export function UnsavedGuard({
  isDirty,
  isKept = false,
  lost = m.db_unsaved_body(),
  onSave,
}: UnsavedGuardProps) {
  const blocker = useBlocker({
    shouldBlockFn: ({ current, next }) =>
      isDirty && !(current.pathname === next.pathname && isSame(current.search, next.search)),
    enableBeforeUnload: () => isDirty && !isKept,
    withResolver: true,
  });
  useUnsaved(isDirty && !isKept);
  const [isSaving, setSaving] = useState(false);
  const saveAndGo = async (save: () => Promise<boolean>) => {
    setSaving(true);
    const isSaved = await save();
    setSaving(false);
    if (isSaved) blocker.proceed?.();
    else blocker.reset?.();
  };
  return (
    <Dialog
      open={blocker.status === 'blocked'}
      onClose={() => blocker.reset?.()}
      title={m.db_unsaved_title()}
      lead={isKept ? m.db_unsaved_kept() : lost}
      returnTo={firstObstacle}
    >
      <div className={dialogStyles.foot}>
        <button
          type="button"
          className={isKept ? buttonStyles.button : `${buttonStyles.button} ${buttonStyles.danger}`}
          disabled={isSaving}
          onClick={() => blocker.proceed?.()}
        >
          {m.db_unsaved_leave()}
        </button>
        <button
          type="button"
          className={onSave ? buttonStyles.button : `${buttonStyles.button} ${buttonStyles.primary}`}
          disabled={isSaving}
          onClick={() => blocker.reset?.()}
        >
          {m.db_unsaved_stay()}
        </button>
        {onSave && (
          <button
            type="button"
            className={`${buttonStyles.button} ${buttonStyles.primary}`}
            disabled={isSaving}
            onClick={() => void saveAndGo(onSave)}
          >
            {isSaving ? m.db_saving() : m.db_unsaved_save()}
          </button>
        )}
      </div>
    </Dialog>
  );
}

/** Why it could not be saved: a field that is wrong, or one to be decided. */
function firstObstacle(): HTMLElement | null {
  return document.querySelector<HTMLElement>('form [aria-invalid="true"], form [data-conflict] button');
}
