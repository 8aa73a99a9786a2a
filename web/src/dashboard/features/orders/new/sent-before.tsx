import { Link } from '@tanstack/react-router';
import { dateTime } from '@/i18n/format.ts';
import { m } from '@/i18n/paraglide.gen/messages.js';
import * as buttonStyles from '@/ui/rich/button.module.css';
import type { NewOrder } from '../../../data/types.ts';
import { UnansweredNote } from '../../../recipe/form/unanswered-note.tsx';
import type { Unanswered } from '../../../recipe/form/use-intent.ts';

interface SentBeforeProps {
  sent: Unanswered<NewOrder>;
  onAnother: () => void;
}

/**
 * What was sent before may be there, and what is typed now is not the same, or is it too late to be told apart from it: one customer,
 * it may be, and two orders.
 */
export function SentBefore({ sent, onAnother }: SentBeforeProps) {
  return (
    <UnansweredNote
      asked={1}
      next={(note) => note.closest('form')?.querySelector<HTMLElement>('[type="submit"]')}
      acts={
        <>
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
        </>
      }
    >
      {m.db_new_order_sent_before({ time: dateTime(sent.sentAt.toISOString()) })}
    </UnansweredNote>
  );
}
