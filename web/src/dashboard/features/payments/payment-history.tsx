import { Undo2, Wallet } from 'lucide-react';
import type { ReactNode } from 'react';
import { add, fromDinars } from '@/domain/money.ts';
import { count } from '@/i18n/format.ts';
import { m } from '@/i18n/paraglide.gen/messages.js';
import * as headsStyles from '@/ui/rich/heads.module.css';
import * as panelStyles from '@/ui/rich/panel.module.css';
import type { TransporterPayment } from '../../data/types.ts';
import { actorWords } from '../../parts/actor-words.ts';
import { Amount } from '../../parts/amount.tsx';
import * as timelineStyles from '../../parts/timeline.module.css';
import { When } from '../../parts/when.tsx';

/** What was done with the payment, newest first: nothing of it is ever changed, only added to. */
export function PaymentHistory({ payment }: { payment: TransporterPayment }) {
  return (
    <section className={panelStyles.panel}>
      <header className={headsStyles.panelHead}>
        <h2>{m.db_payment_history()}</h2>
      </header>
      <div className={panelStyles.body}>
        <ol className={timelineStyles.timeline}>
          {payment.reversals.toReversed().map((reversal) => (
            <Entry
              key={reversal.id}
              icon={<Undo2 className="icon icon-sm" aria-hidden />}
              title={m.db_payment_reversed_entry({ count: reversal.orders, n: count(reversal.orders) })}
              actor={reversal.actor}
              at={reversal.reversedAt}
            >
              <div className="small muted">
                <Amount value={fromDinars(-reversal.total)} />
              </div>
              <blockquote>{reversal.reason}</blockquote>
            </Entry>
          ))}
          <Entry
            icon={<Wallet className="icon icon-sm" aria-hidden />}
            title={m.db_payment_recorded_entry()}
            actor={payment.actor}
            at={payment.recordedAt}
          >
            <div className="small muted">
              {m.db_payment_received()}{' '}
              <Amount value={add(fromDinars(payment.total), fromDinars(payment.difference))} />
            </div>
          </Entry>
        </ol>
      </div>
    </section>
  );
}

interface EntryProps {
  icon: ReactNode;
  title: string;
  actor: string;
  at: string;
  children: ReactNode;
}

function Entry({ icon, title, actor, at, children }: EntryProps) {
  return (
    <li>
      <span className={timelineStyles.node}>{icon}</span>
      <div className={timelineStyles.what}>
        <b className="strong">{title}</b> {actorWords(actor)}
        {children}
      </div>
      <When at={at} />
    </li>
  );
}
