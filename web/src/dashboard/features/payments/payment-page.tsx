import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { Printer } from 'lucide-react';
import { fromDinars } from '@/domain/money.ts';
import { dateTime } from '@/i18n/format.ts';
import { m } from '@/i18n/paraglide.gen/messages.js';
import { TableScroll } from '@/ui/data-table/table-scroll.tsx';
import { Bones, Failed } from '@/ui/rich/states.tsx';
import { errorMessage, requestIdOf } from '../../data/messages.ts';
import type { TransporterPayment, UnpaidOrder } from '../../data/types.ts';
import { actorWords } from '../../parts/actor-words.ts';
import { Amount } from '../../parts/amount.tsx';
import { Crumbs } from '../../parts/crumbs.tsx';
import { PageTitle } from '../../parts/page-title.tsx';
import { When } from '../../parts/when.tsx';
import { paymentQuery } from './queries.ts';

const route = getRouteApi('/payments/$id');

/** The receipt of one payment: who paid, which orders it covers, the total that the shop computed. */
export function PaymentPage() {
  const { id } = route.useParams();
  const payment = useQuery(paymentQuery(id));
  if (payment.data) return <Receipt payment={payment.data} />;
  if (!payment.isError) return <Bones rows={8} />;
  return (
    <Failed
      message={errorMessage(payment.error)}
      requestId={requestIdOf(payment.error)}
      onRetry={() => void payment.refetch()}
    />
  );
}

function Receipt({ payment }: { payment: TransporterPayment }) {
  return (
    <div className="receipt">
      <PageTitle>{m.db_payment_title({ number: payment.number })}</PageTitle>
      <Crumbs to="/payments" list={m.db_payments_title()}>
        <bdi>{payment.transporter}</bdi>
      </Crumbs>
      <div className="page-head">
        <h1>
          <bdi>{m.db_payment_title({ number: payment.number })}</bdi>
        </h1>
        <time className="muted num" dateTime={payment.recordedAt}>
          {dateTime(payment.recordedAt)}
        </time>
        <div className="acts no-print">
          <button type="button" className="btn" onClick={() => window.print()}>
            <Printer className="icon" aria-hidden />
            {m.db_print()}
          </button>
        </div>
      </div>
      <section className="panel">
        <header className="panel-head">
          <h2>
            <bdi>{payment.transporter}</bdi>
          </h2>
          <span className="muted">
            {payment.reference && (
              <>
                {m.db_payments_reference()} <bdi className="ltr">{payment.reference}</bdi>
                {' · '}
              </>
            )}
            {actorWords(payment.actor)}
          </span>
        </header>
        <PaidOrders orders={payment.orders} />
        <div className="totals">
          <div className="all">
            <span>{m.db_payments_col_total()}</span>
            <Amount value={fromDinars(payment.total)} />
          </div>
        </div>
      </section>
    </div>
  );
}

function PaidOrders({ orders }: { orders: readonly UnpaidOrder[] }) {
  return (
    <TableScroll label={m.db_payments_col_orders()}>
      <table className="table">
        <thead>
          <tr>
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
            <tr key={order.id}>
              <td>
                <Link to="/orders/$id" params={{ id: order.id }} className="row-link strong">
                  <bdi className="ltr">{order.number}</bdi>
                </Link>
              </td>
              <td>
                <bdi>{order.customerFullName}</bdi>
                <small>{order.wilaya}</small>
              </td>
              <td>
                <When at={order.deliveredAt} />
              </td>
              <td className="end">
                <Amount value={fromDinars(order.total)} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </TableScroll>
  );
}
