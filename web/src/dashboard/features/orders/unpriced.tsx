import { m } from '@/i18n/paraglide.gen/messages.js';
import { useFocusHandedOn } from '@/ui/form/use-focus-handed-on.ts';
import * as buttonStyles from '@/ui/rich/button.module.css';
import * as noteStyles from '@/ui/rich/note.module.css';
import { errorMessage } from '../../data/messages.ts';

interface UnpricedProps {
  error: Error;
  onRetry: () => void;
  /** Where it stands. */
  className?: string | undefined;
}

/** Nobody knows what it costs; asked for again, the note goes and hands the focus to the search of products. */
export function Unpriced({ error, onRetry, className = '' }: UnpricedProps) {
  const note = useFocusHandedOn<HTMLParagraphElement>((going) =>
    going.closest('form')?.querySelector<HTMLElement>('[role="combobox"]'),
  );
  return (
    <p ref={note} className={`${noteStyles.note} ${noteStyles.bad} ${className}`} role="alert">
      <span className="grow">{errorMessage(error)}</span>
      <button type="button" className={buttonStyles.button} onClick={onRetry}>
        {m.db_retry()}
      </button>
    </p>
  );
}
