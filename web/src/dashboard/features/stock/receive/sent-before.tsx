import { Link } from '@tanstack/react-router';
import { dateTime } from '@/i18n/format.ts';
import { m } from '@/i18n/paraglide.gen/messages.js';
import * as buttonStyles from '@/ui/rich/button.module.css';
import { scanFieldIn } from '../../../parts/scan-field.tsx';
import { UnansweredNote } from '../../../recipe/form/unanswered-note.tsx';
import type { ReceiptForm } from './use-receipt.ts';

interface SentBeforeProps {
  form: ReceiptForm;
  sent: NonNullable<ReceiptForm['unanswered']>;
  onDiscard: () => void;
}

/** What was sent of it may have come in: while the shop knows it, it is sent again; afterwards only they can tell. */
export function SentBefore({
  form,
  sent: { warehouse, sentAt, isTooLate, asked },
  onDiscard,
}: SentBeforeProps) {
  const time = dateTime(sentAt.toISOString());
  return (
    <UnansweredNote
      asked={asked}
      next={() => scanFieldIn(form.frame.current)}
      acts={
        <>
          {/* Beside this page: what is typed stays in sight. */}
          <Link to="/stock" search={{ warehouse }} target="_blank" className={buttonStyles.button}>
            {m.db_receipt_sent_look()}
          </Link>
          {isTooLate && (
            <>
              <button type="button" className={buttonStyles.button} onClick={() => void form.saveAsAnother()}>
                {m.db_form_send_as_another()}
              </button>
              <button type="button" className={buttonStyles.button} onClick={onDiscard}>
                {m.db_form_throw_away()}
              </button>
            </>
          )}
        </>
      }
    >
      {isTooLate ? m.db_receipt_sent_long_before({ time }) : m.db_receipt_sent_before({ time })}
    </UnansweredNote>
  );
}
