import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Wallet } from 'lucide-react';
import { fromDinars } from '@/domain/money.ts';
import { count } from '@/i18n/format.ts';
import { m } from '@/i18n/paraglide.gen/messages.js';
import type { Column } from '@/ui/data-table/data-table.tsx';
import * as tableStyles from '@/ui/data-table/table.module.css';
import type { TransporterPayment } from '../../data/types.ts';
import { Amount } from '../../parts/amount.tsx';
import { When } from '../../parts/when.tsx';
import { ListPage } from '../../recipe/list/list-page.tsx';
import { pickOne } from '../../recipe/list/looks.tsx';
import { useList } from '../../recipe/list/use-list.ts';
import { paymentsQuery, transportersQuery } from './queries.ts';
import { paymentList } from './search.ts';

const LOOKS = {
  transporterId: pickOne({
    label: m.db_orders_transporter,
    all: m.db_orders_transporter_all,
    useChoices: () =>
      (useQuery(transportersQuery).data ?? []).map(({ id, name }) => ({ value: id, label: name })),
  }),
};

/** What transporters have paid, newest first. */
export function PaymentsPage() {
  const list = useList(paymentList, paymentsQuery);
  return (
    <ListPage
      list={list}
      rows={({ payments }) => payments}
      columns={columns()}
      looks={LOOKS}
      create={{ to: '/payments/new', label: m.db_payments_new(), permission: 'payments.write' }}
      empty={{ icon: Wallet, title: m.db_payments_empty_title(), body: m.db_payments_empty_body() }}
      none={{ title: m.db_payments_none_title(), body: m.db_none_body() }}
    />
  );
}

function columns(): Column<TransporterPayment>[] {
  return [
    {
      id: 'number',
      header: m.db_payments_col_number(),
      area: 'under',
      cell: (payment) => (
        <Link to="/payments/$id" params={{ id: payment.id }} className={`${tableStyles.rowLink} strong`}>
          <bdi className="ltr">{payment.number}</bdi>
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
    {
      id: 'orders',
      header: m.db_payments_col_orders(),
      align: 'end',
      cell: (payment) => <span className="num">{count(payment.orderCount)}</span>,
    },
    {
      id: 'total',
      header: m.db_payments_col_total(),
      align: 'end',
      area: 'aside',
      cell: ({ total, difference }) => (
        <>
          <Amount value={fromDinars(total)} className="strong" />
          {difference !== 0 && (
            <div className="small muted">
              {m.db_payments_difference()} <Amount value={fromDinars(difference)} />
            </div>
          )}
        </>
      ),
    },
  ];
}
