import { Link } from '@tanstack/react-router';
import { X } from 'lucide-react';
import { type ComponentProps, useState } from 'react';
import { count } from '@/i18n/format.ts';
import { m } from '@/i18n/paraglide.gen/messages.js';
import * as buttonStyles from '@/ui/rich/button.module.css';
import { useHotkeys } from '../../hotkeys.ts';
import * as bulkStyles from '../../parts/bulk.module.css';
import type { Ticks } from '../../parts/use-ticks.ts';
import { useAllowed } from '../../session/use-session.ts';
import type { Bulk, BulkAction, Bulkable, BulkLink } from './bulk.tsx';

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
  const links = bulk.links?.filter(({ permission }) => allowed(permission)) ?? [];
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
            {offered.length + links.length === 0 && <span className="small muted">{m.db_bulk_none()}</span>}
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
            {links.map((link) => (
              <LeadingTo key={link.id} link={link} chosen={chosen} />
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

interface LeadingToProps<Row> {
  link: BulkLink<Row>;
  chosen: readonly Row[];
}

/** Says for how many it is where that is not for all of them. */
function LeadingTo<Row>({ link: { icon: Icon, label, most, to }, chosen }: LeadingToProps<Row>) {
  const rows = chosen.slice(0, most);
  return (
    // Beside the list: what is ticked stays.
    <Link {...to(rows)} target="_blank" className={buttonStyles.button}>
      <Icon className="icon" aria-hidden />
      {label()} {rows.length < chosen.length && <span className="num">{count(most)}</span>}
    </Link>
  );
}

function Act({ primary = false, ...button }: ComponentProps<'button'> & { primary?: boolean }) {
  const look = primary ? `${buttonStyles.button} ${buttonStyles.primary}` : buttonStyles.button;
  return <button type="button" className={look} {...button} />;
}
