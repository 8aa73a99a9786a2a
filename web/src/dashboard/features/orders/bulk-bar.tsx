import { X } from 'lucide-react';
import { fromDinars, sum } from '@/domain/money.ts';
import { count } from '@/i18n/format.ts';
import { m } from '@/i18n/paraglide.gen/messages.js';
import * as buttonStyles from '@/ui/rich/button.module.css';
import type { OrderRow } from '../../data/types.ts';
import { useHotkeys } from '../../hotkeys.ts';
import { Amount } from '../../parts/amount.tsx';
import * as bulkStyles from '../../parts/bulk.module.css';
import { useAllowed } from '../../session/use-session.ts';
import { type BulkStep, bulkSteps } from './bulk.ts';

interface BulkBarProps {
  chosen: readonly OrderRow[];
  /** How many the list's filters find. */
  total: number;
  onAsk: (bulk: BulkStep) => void;
  onAskAll: () => void;
  onAssign: () => void;
  onClear: () => void;
}

/** What can be done with the ticked orders; each button says to how many of them it applies. */
export function BulkBar({ chosen, total, onAsk, onAskAll, onAssign, onClear }: BulkBarProps) {
  const allowed = useAllowed();
  useHotkeys({ escape: chosen.length > 0 ? onClear : undefined });
  if (chosen.length === 0) return null;
  const amount = sum(chosen.map((order) => fromDinars(order.total)));
  return (
    <section className={bulkStyles.hold} aria-label={m.db_bulk_title()}>
      <div className={bulkStyles.bulk}>
        <div className={bulkStyles.count} role="status">
          <b className="strong">{m.db_bulk_ticked({ count: chosen.length, n: count(chosen.length) })}</b>
          <span>
            <Amount value={amount} decimals="needed" />
          </span>
        </div>
        <Actions steps={bulkSteps(chosen, allowed)} onAsk={onAsk} />
        {allowed('orders.confirm') && (
          <button type="button" className={buttonStyles.button} onClick={onAssign}>
            {m.db_order_assign()}
          </button>
        )}
        {total > chosen.length && (
          <button type="button" className={buttonStyles.button} onClick={onAskAll}>
            {m.db_bulk_matching({ n: count(total) })}
          </button>
        )}
        <button type="button" className={buttonStyles.icon} aria-label={m.db_bulk_clear()} onClick={onClear}>
          <X className="icon" aria-hidden />
        </button>
      </div>
    </section>
  );
}

function Actions({ steps, onAsk }: { steps: readonly BulkStep[]; onAsk: (bulk: BulkStep) => void }) {
  if (steps.length === 0) return <span className="small muted">{m.db_bulk_none()}</span>;
  return steps.map((bulk, index) => (
    <button
      key={bulk.step.name}
      type="button"
      className={index === 0 ? `${buttonStyles.button} ${buttonStyles.primary}` : buttonStyles.button}
      onClick={() => onAsk(bulk)}
    >
      <bulk.step.icon className="icon" aria-hidden />
      {bulk.word()} <span className="num">{count(bulk.rows.length)}</span>
    </button>
  ));
}
