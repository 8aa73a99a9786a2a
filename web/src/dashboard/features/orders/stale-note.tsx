import { m } from '@/i18n/paraglide.gen/messages.js';
import * as noteStyles from '@/ui/rich/note.module.css';
import { statusWord } from '../../order-status.ts';

interface StaleNoteProps {
  status: string;
  /** What was about to be done can't be done to it any more. */
  isOver?: boolean;
}

/** Somebody else was faster; what is shown is what they made of it. */
export function StaleNote({ status, isOver = false }: StaleNoteProps) {
  const body = isOver ? m.db_order_stale_over : m.db_order_stale_body;
  return (
    <p className={`${noteStyles.note} ${noteStyles.warn} ${noteStyles.staleNote}`} role="alert">
      <span>
        <b>{m.db_order_stale_title()}</b>
        <small>{body({ status: statusWord(status) })}</small>
      </span>
    </p>
  );
}
