import { X } from 'lucide-react';
import { count } from '@/i18n/format.ts';
import { m } from '@/i18n/paraglide.gen/messages.js';
import { useFocusHandedOn } from '@/ui/form/use-focus-handed-on.ts';
import * as buttonStyles from '@/ui/rich/button.module.css';
import * as headsStyles from '@/ui/rich/heads.module.css';
import * as noteStyles from '@/ui/rich/note.module.css';
import type { Missed, Why } from './receipt.ts';
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

/** Why a code is no line; else it was not looked for to the end. */
const WHY: Partial<Record<string, () => string>> = {
  quantity: m.db_receipt_missed_quantity,
  unknown: m.db_receipt_missed_code,
  several: m.db_receipt_missed_several,
  lines: m.db_receipt_missed_lines,
  pieces: m.db_receipt_missed_pieces,
} satisfies Record<Why, () => string>;

/** What was pasted and found nothing: it stands there until it is found or put away. */
export function MissedCodes({ missed, looking, next, onLookAgain, onLeave }: MissedCodesProps) {
  return (
    <>
      <p role="status" className="small muted" data-adding={looking > 0 || undefined}>
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
    <div ref={note} className={`${noteStyles.note} ${noteStyles.warn}`}>
      <div className="grow">
        {/* Alone, or the whole list is read out at each that goes. */}
        <b role="alert">{m.db_receipt_missed({ n: count(missed.length), count: missed.length })}</b>
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

function MissedCode({ of: { code, quantity, why }, onLeave }: { of: Missed; onLeave: () => void }) {
  const place = useFocusHandedOn<HTMLLIElement>((going) =>
    (going.nextElementSibling ?? going.previousElementSibling)?.querySelector('button'),
  );
  return (
    <li ref={place}>
      <span>
        <bdi className="ltr strong">{code}</bdi>
      </span>
      <span>
        <bdi className="ltr num">{quantity || '—'}</bdi>{' '}
        <span className="muted">{(WHY[why ?? ''] ?? m.db_receipt_missed_unlooked)()}</span>
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
