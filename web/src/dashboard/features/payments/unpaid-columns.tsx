import { Link } from '@tanstack/react-router';
import type { CSSProperties } from 'react';
import { fromDinars } from '@/domain/money.ts';
import { count } from '@/i18n/format.ts';
import { m } from '@/i18n/paraglide.gen/messages.js';
import { useShopDay } from '@/lib/use-shop-day.ts';
import type { Column } from '@/ui/data-table/data-table.tsx';
import * as tableStyles from '@/ui/data-table/table.module.css';
import type { UnpaidOrder } from '../../data/types.ts';
import { Amount } from '../../parts/amount.tsx';
import { tickColumn } from '../../parts/tick-column.tsx';
import type { Ticks } from '../../parts/use-ticks.ts';
import { When } from '../../parts/when.tsx';
import { daysSince } from '../../time.ts';
import * as styles from './unpaid-columns.module.css';

/** The unpaid orders, column by column; without `ticks` they are only read. */
export function unpaidColumns(ticks: Ticks<UnpaidOrder> | undefined): Column<UnpaidOrder>[] {
  return [
    ...(ticks ? [tickColumn(ticks, ({ number }) => m.db_tick({ number }), { wholeRow: true })] : []),
    {
      id: 'number',
      header: m.db_orders_col_number(),
      cell: (order) => (
        <Link to="/orders/$id" params={{ id: order.id }} className={`strong ${tableStyles.above}`}>
          <bdi className="ltr">{order.number}</bdi>
        </Link>
      ),
    },
    { id: 'customer', header: m.db_orders_col_customer(), cell: customerCell, area: 'main' },
    {
      id: 'delivered',
      header: m.db_payments_col_delivered(),
      area: 'under',
      cell: (order) => (
        <>
          <bdi className="ltr narrow-only">{order.number}</bdi>
          <span className="narrow-only">{' · '}</span>
          <When at={order.deliveredAt} />
        </>
      ),
    },
    {
      id: 'age',
      header: m.db_payments_col_age(),
      align: 'end',
      area: 'state',
      cell: (order) => <Age since={order.deliveredAt} />,
    },
    {
      id: 'total',
      header: m.db_payments_col_collected(),
      align: 'end',
      area: 'aside',
      cell: (order) => <Amount value={fromDinars(order.total)} />,
    },
  ];
}

function customerCell(order: UnpaidOrder) {
  return (
    <>
      <bdi>{order.customerFullName}</bdi>
      <small className="wide-block">{order.wilaya}</small>
    </>
  );
}

/** From when on money that is out gets a warning, and an alarm; the bar is full at the alarm's double. */
const WARN_DAYS = 7;
const LATE_DAYS = 14;

function Age({ since }: { since: string }) {
  const days = daysSince(since, useShopDay());
  const width = Math.min(days / (2 * LATE_DAYS), 1);
  return (
    <span className={styles.age} data-age={ageWord(days)}>
      {m.db_days_short({ count: days, n: count(days) })}
      <i style={{ '--w': `${Math.round(width * 100)}%` } as CSSProperties} aria-hidden />
    </span>
  );
}

function ageWord(days: number): 'late' | 'warn' | undefined {
  if (days >= LATE_DAYS) return 'late';
  return days >= WARN_DAYS ? 'warn' : undefined;
}
