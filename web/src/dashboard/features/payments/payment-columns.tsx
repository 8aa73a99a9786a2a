import { Link } from '@tanstack/react-router';
import { centimes, fromDinars } from '@/domain/money.ts';
import { count } from '@/i18n/format.ts';
import { m } from '@/i18n/paraglide.gen/messages.js';
import type { Column } from '@/ui/data-table/data-table.tsx';
import * as tableStyles from '@/ui/data-table/table.module.css';
import type { TransporterPayment } from '../../data/types.ts';
import { Amount } from '../../parts/amount.tsx';
import { When } from '../../parts/when.tsx';

/** The payments, column by column; what was reversed of one stands below what it was recorded with. */
export function paymentColumns(): Column<TransporterPayment>[] {
  return [
    {
      id: 'number',
      header: m.db_payments_col_number(),
      area: 'under',
      cell: (payment) => (
        <Link to="/payments/$id" params={{ id: payment.id }} className={`${tableStyles.rowLink} strong`}>
          <bdi className="ltr">{payment.number}</bdi>
          <span className="narrow-only">
            {' · '}
            {m.db_orders_amount({ n: count(payment.orderCount), count: payment.orderCount })}
          </span>
        </Link>
      ),
    },
    {
      id: 'recorded',
      header: m.db_payments_col_recorded(),
      area: 'state',
      cell: (payment) => <When at={payment.recordedAt} />,
    },
    {
      id: 'transporter',
      header: m.db_orders_col_transporter(),
      area: 'main',
      cell: (payment) => <bdi className="strong">{payment.transporter}</bdi>,
    },
    {
      id: 'reference',
      header: m.db_payments_reference(),
      cell: (payment) => <bdi className="ltr">{payment.reference}</bdi>,
    },
    { id: 'by', header: m.db_payments_col_by(), cell: (payment) => <bdi>{payment.actor}</bdi> },
    { id: 'orders', header: m.db_payments_col_orders(), align: 'end', cell: ordersCell },
    { id: 'total', header: m.db_payments_col_total(), align: 'end', area: 'aside', cell: totalCell },
  ];
}

function ordersCell({ orderCount, reversedOrders }: TransporterPayment) {
  return (
    <>
      <span className="num">{count(orderCount)}</span>
      {reversedOrders > 0 && (
        <div className="small muted num">
          {m.db_payments_reversed_orders({
            reversed: count(reversedOrders),
            left: count(orderCount - reversedOrders),
          })}
        </div>
      )}
    </>
  );
}

function totalCell(payment: TransporterPayment) {
  const { difference } = payment;
  return (
    <>
      <Amount value={fromDinars(payment.total)} className="strong" />
      {difference !== 0 && (
        <div className="small muted">
          {m.db_payments_difference()} <Amount value={fromDinars(difference)} />
        </div>
      )}
      {payment.reversedOrders > 0 && <Reversed payment={payment} />}
    </>
  );
}

function Reversed({ payment }: { payment: TransporterPayment }) {
  const { orderCount, reversedOrders, difference } = payment;
  if (reversedOrders === orderCount)
    return <div className="small strong">{m.db_payments_reversed_whole()}</div>;
  const total = fromDinars(payment.total);
  const reversed = fromDinars(payment.reversedTotal);
  return (
    <div className="small">
      <div className="muted">
        {m.db_payment_reversed_total()} <Amount value={centimes(-reversed)} />
      </div>
      <div className="strong">
        {difference === 0 ? m.db_payment_net() : m.db_payment_net_of_orders()}{' '}
        <Amount value={centimes(total - reversed)} />
      </div>
    </div>
  );
}
