import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { m } from '@/i18n/paraglide.gen/messages.js';
import { DataTable } from '@/ui/data-table/data-table.tsx';
import type { TransporterPayment } from '../../data/types.ts';
import { renderStaffScreen } from '../../testing/render-staff-screen.tsx';
import { paymentColumns } from './payment-columns.tsx';

const PAID: TransporterPayment = {
  id: 'p',
  number: 'P-101',
  transporterId: 't',
  transporter: 'Tariq Express',
  reference: 'VIR-1',
  version: 1,
  total: 10_600.5,
  difference: 0,
  differenceReason: '',
  orderCount: 3,
  orders: [],
  reversedTotal: 0,
  reversedOrders: 0,
  reversals: [],
  recordedAt: '2026-11-02T09:00:00Z',
  actor: 'Amel',
};

function Payments({ change }: { change: Partial<TransporterPayment> }) {
  const rows = [{ ...PAID, ...change }];
  return <DataTable caption="" columns={paymentColumns()} rows={rows} rowKey={({ id }) => id} />;
}

function show(change: Partial<TransporterPayment>, locale: 'fr' | 'ar' = 'fr') {
  renderStaffScreen(<Payments change={change} />, { permissions: ['payments.read'], locale });
  const cells = screen.getAllByRole('cell');
  return { orders: cells.at(-2), total: cells.at(-1) };
}

it('tells a phone how many orders there are beside the number', () => {
  show({});
  const orders = m.db_orders_amount({ n: '3', count: 3 });
  expect(screen.getByRole('link', { name: /P-101/ })).toHaveTextContent(`P-101 · ${orders}`);
});

it('says nothing of reversals where nothing was reversed', () => {
  const { orders, total } = show({});
  expect(orders).toHaveTextContent(/^3$/);
  expect(total).toHaveTextContent(/^10.600,50\sDA$/);
});

it.each(['fr', 'ar'] as const)(
  'says what was reversed of a payment and what is left of it, in %s',
  (locale) => {
    const { orders, total } = show({ version: 2, reversedOrders: 1, reversedTotal: 3400.5 }, locale);
    expect(orders).toHaveTextContent(m.db_payments_reversed_orders({ reversed: '1', left: '2' }));
    expect(total).toHaveTextContent(/3.400,50/);
    expect(total).toHaveTextContent(m.db_payment_net());
    expect(total).toHaveTextContent(/7.200,00/);
  },
);

it('says in words that a payment was reversed as a whole', () => {
  const { total } = show({ version: 2, reversedOrders: 3, reversedTotal: 10_600.5 });
  expect(total).toHaveTextContent(m.db_payments_reversed_whole());
});
