import { X } from 'lucide-react';
import { count } from '@/i18n/format.ts';
import { m } from '@/i18n/paraglide.gen/messages.js';
import { useFocusHandedOn } from '@/ui/form/use-focus-handed-on.ts';
import * as buttonStyles from '@/ui/rich/button.module.css';
import * as headsStyles from '@/ui/rich/heads.module.css';
import * as noteStyles from '@/ui/rich/note.module.css';
import { parseQuantity } from '../../../parts/quantity.ts';
import type { Missed } from './receipt.ts';
import * as styles from './receive.module.css';

interface MissedCodesProps {
  missed: readonly Missed[];
  /** Codes that are still looked for. */
  looking: number;
  /** What takes the focus once nothing is missed. */
  next: () => HTMLElement | null | undefined;
  onLookAgain: () => void;
  onLeave: (left: readonly Missed[]) => void;
}

/** What was pasted and found nothing: it stands there until it is found or put away. */
export function MissedCodes({ missed, looking, next, onLookAgain, onLeave }: MissedCodesProps) {
  return (
    <>
      <p role="status" className="small muted">
        {looking > 0 && m.db_receipt_looking({ n: count(looking), count: looking })}
      </p>
      {missed.length > 0 && looking === 0 && (
        <Note missed={missed} next={next} onLookAgain={onLookAgain} onLeave={onLeave} />
      )}
    </>
  );
}

function Note({ missed, next, onLookAgain, onLeave }: Omit<MissedCodesProps, 'looking'>) {
  const note = useFocusHandedOn<HTMLDivElement>(next);
  return (
    <div ref={note} className={`${noteStyles.note} ${noteStyles.warn}`} role="alert">
      <div className="grow">
        <b>{m.db_receipt_missed({ n: count(missed.length), count: missed.length })}</b>
        <ul className={styles.missed}>
          {missed.map((one) => (
            <MissedCode
              key={`${one.code} ${one.quantity}`}
              of={one}
              onLeave={() => onLeave(missed.filter((other) => other !== one))}
            />
          ))}
        </ul>
        <div className={headsStyles.acts}>
          <button type="button" className={buttonStyles.button} onClick={onLookAgain}>
            {m.db_retry()}
          </button>
          <button type="button" className={buttonStyles.button} onClick={() => onLeave([])}>
            {m.db_receipt_missed_all()}
          </button>
        </div>
      </div>
    </div>
  );
}

function MissedCode({ of: { code, quantity }, onLeave }: { of: Missed; onLeave: () => void }) {
  const place = useFocusHandedOn<HTMLLIElement>((going) =>
    going.closest('ul')?.querySelector<HTMLElement>('li button'),
  );
  const isQuantity = parseQuantity(quantity) !== null;
  return (
    <li ref={place}>
      <span>
        <bdi className="ltr strong">{code}</bdi>
      </span>
      <span>
        <bdi className="ltr num">{quantity || '—'}</bdi>{' '}
        <span className="muted">
          {isQuantity ? m.db_receipt_missed_code() : m.db_receipt_missed_quantity()}
        </span>
      </span>
      <button
        type="button"
        className={buttonStyles.icon}
        aria-label={m.db_receipt_missed_leave({ code })}
        onClick={onLeave}
      >
        <X className="icon" aria-hidden />
      </button>
    </li>
  );
}
