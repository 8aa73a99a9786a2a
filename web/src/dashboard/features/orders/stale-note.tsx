import { m } from '@/i18n/paraglide.gen/messages.js';
import * as noteStyles from '@/ui/rich/note.module.css';
import { statusWord } from '../../order-status.ts';

/** Somebody else was faster; what is shown is what they made of it. */
export function StaleNote({ status }: { status: string }) {
  return (
    <p className={`${noteStyles.note} ${noteStyles.warn} ${noteStyles.staleNote}`} role="alert">
      <span>
        <b>{m.db_order_stale_title()}</b>
        <small>{m.db_order_stale_body({ status: statusWord(status) })}</small>
      </span>
    </p>
  );
}
