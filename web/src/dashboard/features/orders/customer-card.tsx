import { Link } from '@tanstack/react-router';
import { type CSSProperties, useRef, useState } from 'react';
import { fromDinars } from '@/domain/money.ts';
import { count } from '@/i18n/format.ts';
import { m } from '@/i18n/paraglide.gen/messages.js';
import * as buttonStyles from '@/ui/rich/button.module.css';
import { CopyButton } from '@/ui/rich/copy-button.tsx';
import * as headsStyles from '@/ui/rich/heads.module.css';
import * as layoutStyles from '@/ui/rich/layout.module.css';
import * as panelStyles from '@/ui/rich/panel.module.css';
import type { OrderDetail } from '../../data/types.ts';
import { Amount } from '../../parts/amount.tsx';
import { PhoneLinks } from '../../parts/phone-links.tsx';
import { useAllowed } from '../../session/use-session.ts';
import { CorrectDialog } from './correct-dialog.tsx';
import { isCorrectable } from './correction.ts';
import * as styles from './customer-card.module.css';
import { fullName } from './full-name.ts';
import { type Risk, riskOf } from './risk.ts';

/** Who ordered, how to reach them, and what became of their earlier orders; what is wrong of it is corrected from here. */
export function CustomerCard({ order }: { order: OrderDetail }) {
  const { customer } = order;
  const mayCorrect = useAllowed()('orders.confirm') && isCorrectable(order);
  const [isAsked, setAsked] = useState(false);
  const heading = useRef<HTMLHeadingElement>(null);
  const opener = useRef<HTMLButtonElement>(null);
  return (
    <section className={panelStyles.panel}>
      <header className={headsStyles.panelHead}>
        <h2 ref={heading} tabIndex={-1}>
          {m.db_order_customer()}
        </h2>
        {mayCorrect && (
          <div className={`${headsStyles.acts} no-print`}>
            <button ref={opener} type="button" className={buttonStyles.button} onClick={() => setAsked(true)}>
              {m.db_order_correct()}
            </button>
          </div>
        )}
      </header>
      <div className={panelStyles.body}>
        <bdi className="strong">{fullName(order)}</bdi>
        <div className={styles.phone}>
          <PhoneLinks phone={order.phone}>
            <CopyButton text={order.phone} label={m.db_order_phone_copy()} />
          </PhoneLinks>
        </div>
        {order.email && (
          <p className="small">
            {m.db_order_email()} :{' '}
            <a className="link" href={`mailto:${order.email}`}>
              <bdi>{order.email}</bdi>
            </a>
          </p>
        )}
        <div className="no-print">
          <hr className={layoutStyles.rule} />
          <RiskBar order={order} />
          <hr className={layoutStyles.rule} />
          <dl className={`${panelStyles.kv} num`}>
            <dt>{m.db_order_customer_orders()}</dt>
            <dd>
              {customer.orders > 0 ? (
                <Link to="/orders" search={{ q: order.phone }} className="link">
                  {customer.more ? m.db_more_than({ n: count(customer.orders) }) : count(customer.orders)}
                </Link>
              ) : (
                count(customer.orders)
              )}
            </dd>
            <dt>{m.db_order_customer_delivered()}</dt>
            <dd>{count(customer.delivered)}</dd>
            <dt>{m.db_order_customer_refused()}</dt>
            <dd>{count(customer.refused)}</dd>
            <dt>{m.db_order_customer_lost()}</dt>
            <dd>{count(customer.lost)}</dd>
            <dt>{m.db_order_customer_spent()}</dt>
            <dd>
              <Amount value={fromDinars(customer.deliveredTotal)} />
            </dd>
          </dl>
          {customer.more && <p className="small muted">{m.db_customer_outcomes_newest()}</p>}
          <Link to="/customers/$id" params={{ id: order.id }} className="link">
            {m.db_customer_see()}
          </Link>
        </div>
      </div>
      {isAsked && (
        <CorrectDialog
          order={order}
          // What left meanwhile is no longer offered to be corrected.
          returnTo={() => opener.current ?? heading.current}
          onClose={() => setAsked(false)}
        />
      )}
    </section>
  );
}

interface Look {
  word: () => string;
  bars: number;
  colour: string;
}

const LOOKS: Record<Risk, Look> = {
  unknown: { word: m.db_risk_unknown, bars: 0, colour: 'var(--ink-3)' },
  low: { word: m.db_risk_low, bars: 1, colour: 'var(--st-delivered)' },
  medium: { word: m.db_risk_medium, bars: 2, colour: 'var(--st-unreachable)' },
  high: { word: m.db_risk_high, bars: 3, colour: 'var(--st-attempted)' },
};
const BARS = [1, 2, 3];

/** A word, three steps and the reason; never a bare score. */
function RiskBar({ order }: { order: OrderDetail }) {
  const risk = riskOf(order.customer);
  const look = LOOKS[risk];
  const { refused, orders } = order.customer;
  return (
    <>
      <div className={styles.risk}>
        <b className="strong">{look.word()}</b>
        <span className={styles.riskBar} style={{ '--c': look.colour } as CSSProperties} aria-hidden>
          {BARS.map((bar) => (
            <i key={bar} data-on={bar <= look.bars || undefined} />
          ))}
        </span>
      </div>
      <p className="small muted">
        {risk === 'unknown'
          ? m.db_order_customer_first()
          : m.db_risk_reason({ refused: count(refused), orders: count(orders) })}
      </p>
    </>
  );
}
