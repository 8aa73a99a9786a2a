import { Link } from '@tanstack/react-router';
import { fromDinars } from '@/domain/money.ts';
import { m } from '@/i18n/paraglide.gen/messages.js';
import * as tableStyles from '@/ui/data-table/table.module.css';
import * as checkStyles from '@/ui/form/check.module.css';
import type { PaidOrder } from '../../data/types.ts';
import { Amount } from '../../parts/amount.tsx';
import type { Ticks } from '../../parts/use-ticks.ts';
import { When } from '../../parts/when.tsx';
import * as receiptStyles from './receipt.module.css';

interface CoveredOrdersProps {
  orders: readonly PaidOrder[];
  /** Absent where the person may not reverse. */
  ticks: Ticks<PaidOrder> | undefined;
}

/** The orders of a payment; those that were reversed stay in sight, struck through. */
export function CoveredOrders({ orders, ticks }: CoveredOrdersProps) {
  return (
    <table className={`${tableStyles.table} ${tableStyles.cards}`} aria-label={m.db_payments_col_orders()}>
      <thead>
        <tr>
          {ticks && (
            <th scope="col" className="no-print">
              <span className="visually-hidden">{m.db_tick_all()}</span>
            </th>
          )}
          <th scope="col">{m.db_orders_col_number()}</th>
          <th scope="col">{m.db_orders_col_customer()}</th>
          <th scope="col">{m.db_payments_col_delivered()}</th>
          <th scope="col" className="end">
            {m.db_payments_col_collected()}
          </th>
        </tr>
      </thead>
      <tbody>
        {orders.map((order) => (
          <CoveredOrder key={order.id} order={order} ticks={ticks} />
        ))}
      </tbody>
    </table>
  );
}

function CoveredOrder({ order, ticks }: { order: PaidOrder; ticks: Ticks<PaidOrder> | undefined }) {
  const isReversed = Boolean(order.reversalId);
  return (
    <tr className={isReversed ? receiptStyles.reversed : undefined}>
      {ticks && (
        <td className="no-print" data-area="tick">
          {!isReversed && (
            <label className={tableStyles.tick}>
              <input
                type="checkbox"
                className={checkStyles.check}
                aria-label={m.db_tick({ number: order.number })}
                checked={ticks.isTicked(order)}
                onChange={() => ticks.tick(order, false)}
              />
            </label>
          )}
        </td>
      )}
      <td data-area="main">
        <Link to="/orders/$id" params={{ id: order.id }} className={`${tableStyles.rowLink} strong`}>
          <bdi className="ltr">{order.number}</bdi>
        </Link>
        {isReversed && <small>{m.db_payment_reversed_mark()}</small>}
        {order.isTakenBack && !isReversed && (
          <small className={receiptStyles.bad}>{m.db_payment_came_back()}</small>
        )}
      </td>
      <td data-area="under">
        <bdi>{order.customerFullName}</bdi>
        <small>{order.wilaya}</small>
      </td>
      <td data-area="state">
        <When at={order.deliveredAt} />
      </td>
      <td className="end" data-area="aside">
        {isReversed ? (
          <s>
            <Amount value={fromDinars(order.total)} />
          </s>
        ) : (
          <Amount value={fromDinars(order.total)} />
        )}
      </td>
    </tr>
  );
}
