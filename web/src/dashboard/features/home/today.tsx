import { Link } from '@tanstack/react-router';
import type { CSSProperties, ReactNode } from 'react';
import { fromDinars, sum } from '@/domain/money.ts';
import { count } from '@/i18n/format.ts';
import { m } from '@/i18n/paraglide.gen/messages.js';
import type { Balance, Summary } from '../../data/types.ts';
import { type Status, statusColour, viewOf, viewSearch } from '../../order-status.ts';
import { Amount } from '../../parts/amount.tsx';
import * as statusStyles from '../../parts/status.module.css';
import { useAllowed } from '../../session/use-session.ts';
import { useMoneyFirst } from './money-first.ts';
import * as styles from './today.module.css';

interface TodayProps {
  summary: Summary;
  /** Absent for those who may not see money owed, and before it is told. */
  balances: readonly Balance[] | undefined;
}

/**
 * Figures, each with the numbers that it is made of or that left it; every number leads to its list. What one works on stands
 * first, and what is another's alone is left out.
 */
export function Today({ summary, balances }: TodayProps) {
  const allowed = useAllowed();
  const of = (...statuses: Status[]) =>
    statuses.reduce((total, one) => total + (summary.counts[one] ?? 0), 0);
  const seesMoney = allowed('payments.read');
  const moneyFirst = useMoneyFirst();
  if (moneyFirst) {
    return (
      <div className={styles.today}>
        <Delivered of={of} balances={balances} />
        <InTransit of={of} />
      </div>
    );
  }
  return (
    <div className={styles.today}>
      {allowed('orders.confirm') && <ToConfirm of={of} />}
      <ToShip of={of} />
      <InTransit of={of} />
      {(seesMoney || allowed('orders.deliver')) && <Delivered of={of} balances={balances} />}
    </div>
  );
}

interface FigureProps {
  /** How many orders stand so. */
  of: (...statuses: Status[]) => number;
}

function ToConfirm({ of }: FigureProps) {
  return (
    <Figure title={m.db_home_to_confirm()} figure={count(of('placed', 'unreachable'))}>
      <Part status="placed" label={m.db_home_new()} amount={of('placed')} />
      <Part status="unreachable" label={m.db_home_to_call_back()} amount={of('unreachable')} ring />
    </Figure>
  );
}

function ToShip({ of }: FigureProps) {
  return (
    <Figure title={m.db_home_to_ship()} figure={count(of('confirmed', 'preparing'))}>
      <Part status="confirmed" label={m.db_home_to_prepare()} amount={of('confirmed')} />
      <Part status="preparing" label={m.db_home_preparing()} amount={of('preparing')} />
    </Figure>
  );
}

function InTransit({ of }: FigureProps) {
  return (
    <Figure title={m.db_home_in_transit()} figure={count(of('shipped', 'attempted', 'returning'))}>
      <Part status="shipped" label={m.db_home_on_the_way()} amount={of('shipped')} />
      <Part
        status="attempted"
        label={m.db_home_attempts_returns()}
        amount={of('attempted', 'returning')}
        ring
      />
      <Part status="lost" label={m.db_home_lost()} amount={of('lost')} alone />
    </Figure>
  );
}

function Delivered({ of, balances }: FigureProps & Pick<TodayProps, 'balances'>) {
  const owed = balances?.map((balance) => fromDinars(balance.total));
  return (
    <Figure
      title={owed ? m.db_home_to_receive() : m.db_tab_delivered()}
      figure={owed ? <Amount value={sum(owed)} decimals="needed" /> : count(of('delivered', 'settled'))}
    >
      <Part status="delivered" label={m.db_home_delivered_unpaid()} amount={of('delivered')} />
      <Part status="settled" label={m.db_tab_settled()} amount={of('settled')} />
    </Figure>
  );
}

function Figure({ title, figure, children }: { title: string; figure: ReactNode; children: ReactNode }) {
  return (
    <section>
      <h2>{title}</h2>
      <p className={styles.figure}>
        <b>{figure}</b>
      </p>
      <ul className={styles.mini}>{children}</ul>
    </section>
  );
}

interface PartProps {
  status: Status;
  label: string;
  amount: number;
  ring?: boolean;
  /** Of this status and no other of its tab. */
  alone?: boolean;
}

function Part({ status, label, amount, ring, alone }: PartProps) {
  const view = alone ? { statuses: [status] } : viewOf(status);
  return (
    <li>
      <Link to="/orders" search={view ? viewSearch(view) : {}}>
        <span
          className={statusStyles.status}
          data-ring={ring || undefined}
          style={{ '--c': statusColour(status) } as CSSProperties}
        >
          {label}
        </span>
        <span>{count(amount)}</span>
      </Link>
    </li>
  );
}
