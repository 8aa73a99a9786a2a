import { m } from '@/i18n/paraglide.gen/messages.js';
import * as buttonStyles from '@/ui/rich/button.module.css';
import * as noteStyles from '@/ui/rich/note.module.css';

/** In the place of a dialog whose part of the app didn't come. */
export function DialogMissing({ onRetry }: { onRetry: () => void }) {
  return (
    <p className={`${noteStyles.note} ${noteStyles.bad}`} role="alert">
      <span className="grow">{m.db_error_offline()}</span>
      <button type="button" className={buttonStyles.button} onClick={onRetry}>
        {m.db_retry()}
      </button>
    </p>
  );
}
