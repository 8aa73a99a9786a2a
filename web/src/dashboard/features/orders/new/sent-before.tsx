import { Link } from '@tanstack/react-router';
import { useEffect } from 'react';
import { dateTime } from '@/i18n/format.ts';
import { m } from '@/i18n/paraglide.gen/messages.js';
import { useFocusHandedOn } from '@/ui/form/use-focus-handed-on.ts';
import * as buttonStyles from '@/ui/rich/button.module.css';
import * as headsStyles from '@/ui/rich/heads.module.css';
import * as noteStyles from '@/ui/rich/note.module.css';
import type { NewOrder } from '../../../data/types.ts';
import type { Unanswered } from '../../../recipe/form/use-intent.ts';

interface SentBeforeProps {
  sent: Unanswered<NewOrder>;
  onAnother: () => void;
}

/** What was sent before may be there, and what is typed now is not the same: one customer, it may be, and two orders. */
export function SentBefore({ sent, onAnother }: SentBeforeProps) {
  const note = useFocusHandedOn<HTMLDivElement>((going) =>
    going.closest('form')?.querySelector<HTMLElement>('[type="submit"]'),
  );
  useEffect(() => note.current?.scrollIntoView?.({ block: 'center' }), [note]);
  return (
    <div ref={note} className={`${noteStyles.note} ${noteStyles.warn}`} role="alert">
      <div className="grow">
        {m.db_new_order_sent_before({ time: dateTime(sent.sentAt.toISOString()) })}
        <div className={headsStyles.acts}>
          {/* Beside this page: what is typed stays in sight. */}
          <Link
            to="/orders"
            search={{ q: sent.content.phone }}
            target="_blank"
            className={buttonStyles.button}
          >
            {m.db_new_order_sent_look()}
          </Link>
          <button type="button" className={buttonStyles.button} onClick={onAnother}>
            {m.db_new_order_sent_another()}
          </button>
        </div>
      </div>
    </div>
  );
}
