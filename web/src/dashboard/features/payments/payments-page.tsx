import { useQuery } from '@tanstack/react-query';
import { Wallet } from 'lucide-react';
import { m } from '@/i18n/paraglide.gen/messages.js';
import { ListPage } from '../../recipe/list/list-page.tsx';
import { pickOne } from '../../recipe/list/looks.tsx';
import { useList } from '../../recipe/list/use-list.ts';
import { paymentColumns } from './payment-columns.tsx';
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
      columns={paymentColumns()}
      looks={LOOKS}
      create={{ to: '/payments/new', label: m.db_payments_new(), permission: 'payments.write' }}
      empty={{ icon: Wallet, title: m.db_payments_empty_title(), body: m.db_payments_empty_body() }}
      none={{ title: m.db_payments_none_title(), body: m.db_none_body() }}
    />
  );
}
