import type { ReactNode } from 'react';
import { m } from '@/i18n/paraglide.gen/messages.js';
import * as buttonStyles from './button.module.css';
import * as dialogStyles from './dialog.module.css';
import { Dialog } from './dialog.tsx';

interface QuestionProps {
  title: string;
  body: string;
  confirm: string;
  isPending: boolean;
  onConfirm: () => void;
  onClose: () => void;
  /** What takes the focus afterwards; without it, what had it before. */
  returnTo?: () => HTMLElement | null;
  /** What it takes to answer, or why it was refused. */
  children?: ReactNode;
}

/** Asks before what can't simply be taken back; open until the answer. */
export function Question({
  title,
  body,
  confirm,
  isPending,
  onConfirm,
  onClose,
  returnTo,
  children,
}: QuestionProps) {
  return (
    <Dialog open onClose={onClose} title={title} lead={body} {...(returnTo && { returnTo })}>
      {children && <div className={`${dialogStyles.body} ${dialogStyles.form}`}>{children}</div>}
      <div className={dialogStyles.foot}>
        <button type="button" className={buttonStyles.button} onClick={onClose}>
          {m.db_dialog_leave()}
        </button>
        <button
          type="button"
          className={`${buttonStyles.button} ${buttonStyles.danger}`}
          disabled={isPending}
          onClick={onConfirm}
        >
          {isPending ? m.db_saving() : confirm}
        </button>
      </div>
    </Dialog>
  );
}
