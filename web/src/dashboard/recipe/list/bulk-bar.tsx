import { X } from 'lucide-react';
import { type ComponentProps, useState } from 'react';
import { count } from '@/i18n/format.ts';
import { m } from '@/i18n/paraglide.gen/messages.js';
import * as buttonStyles from '@/ui/rich/button.module.css';
import { useHotkeys } from '../../hotkeys.ts';
import * as bulkStyles from '../../parts/bulk.module.css';
import type { Ticks } from '../../parts/use-ticks.ts';
import { useAllowed } from '../../session/use-session.ts';
import type { Bulk, BulkAction, Bulkable } from './bulk.tsx';

interface BulkBarProps<Row extends Bulkable> {
  bulk: Bulk<Row>;
  ticks: Ticks<Row>;
  /** What the list is asked, and how many it finds. */
  question: object;
  total: number;
}

/** The rows as they were when it was asked: what a colleague changes meanwhile the shop refuses and tells. */
interface Asked<Row> {
  action: BulkAction<Row>;
  rows: readonly Row[];
  others: number;
}

/** What the person may do with the ticked rows; where it is for some of them, each button says for how many. */
export function BulkBar<Row extends Bulkable>({ bulk, ticks, question, total }: BulkBarProps<Row>) {
  const { sum, matching } = bulk;
  const { chosen, drop, clear } = ticks;
  const [asked, setAsked] = useState<Asked<Row> | 'matching' | null>(null);
  const allowed = useAllowed();
  useHotkeys({ escape: chosen.length > 0 ? clear : undefined });
  const offered = bulk.actions
    .filter(({ permission }) => allowed(permission))
    .map((action) => ({ action, rows: action.applies ? chosen.filter(action.applies) : chosen }))
    .filter(({ rows }) => rows.length > 0);
  const isMatching = matching?.permissions.some(allowed) && total > chosen.length;
  const close = () => setAsked(null);
  return (
    <>
      {chosen.length > 0 && (
        <section className={bulkStyles.hold} aria-label={m.db_bulk_title()}>
          <div className={bulkStyles.bulk}>
            <div className={bulkStyles.count} role="status">
              <b className="strong">{bulk.ticked(chosen.length)}</b>
              {sum && <span>{sum(chosen)}</span>}
            </div>
            {offered.length === 0 && <span className="small muted">{m.db_bulk_none()}</span>}
            {offered.map(({ action, rows }, at) => (
              <Act
                key={action.id}
                primary={at === 0}
                onClick={() => setAsked({ action, rows, others: chosen.length - rows.length })}
              >
                <action.icon className="icon" aria-hidden />
                {action.label()} {action.applies && <span className="num">{count(rows.length)}</span>}
              </Act>
            ))}
            {isMatching && (
              <Act onClick={() => setAsked('matching')}>{m.db_bulk_matching({ n: count(total) })}</Act>
            )}
            <button
              type="button"
              className={buttonStyles.icon}
              aria-label={m.db_bulk_clear()}
              onClick={clear}
            >
              <X className="icon" aria-hidden />
            </button>
          </div>
        </section>
      )}
      {asked === 'matching' && matching && (
        <matching.Dialog question={question} onStarted={clear} onClose={close} />
      )}
      {asked !== null &&
        asked !== 'matching' &&
        asked.action.dialog({ ...asked, onStarted: () => drop(asked.rows), onClose: close })}
    </>
  );
}

function Act({ primary = false, ...button }: ComponentProps<'button'> & { primary?: boolean }) {
  const look = primary ? `${buttonStyles.button} ${buttonStyles.primary}` : buttonStyles.button;
  return <button type="button" className={look} {...button} />;
}
