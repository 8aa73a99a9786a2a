import { render, screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { m } from '@/i18n/paraglide.gen/messages.js';
import { DataTable } from '@/ui/data-table/data-table.tsx';
import type { OrderRow } from '../../data/types.ts';
import { orderColumns } from './order-columns.tsx';

const ORDER = {
  id: 'o1',
  number: 'A-10234',
  status: 'unreachable',
  placedAt: '2026-11-21T09:41:00Z',
  nextCallAt: '2026-11-23T09:00:00Z',
  transporter: 'Numidia Express',
  deliveryType: 'desk',
  total: 2400,
} as OrderRow;

it('says of each date what it is, and keeps what is long on its line', () => {
  const shown = orderColumns()
    .filter(({ id }) => ['placed', 'status', 'transporter'].includes(id))
    .map(({ sort: _, ...column }) => column);
  render(<DataTable caption="" columns={shown} rows={[ORDER]} rowKey={({ id }) => id} />);
  const placed = screen.getByTitle(new RegExp(`^${m.db_orders_placed_at({ time: '' })}`));
  const call = screen.getByText(new RegExp(m.db_order_call_overdue({ time: '' })));
  expect(placed).toHaveAttribute('datetime', ORDER.placedAt);
  expect(call.closest('time')).toHaveAttribute('datetime', ORDER.nextCallAt);
  expect(screen.getByText('Numidia Express').closest('td')).toHaveAttribute('data-cut');
});

it('marks what is charged at wholesale prices, and nothing else', () => {
  const shown = orderColumns()
    .filter(({ id }) => id === 'status')
    .map(({ sort: _, ...column }) => column);
  const rows = ['weborder', 'phoneorder', 'wholesalerorder'].map((type) => ({ ...ORDER, id: type, type }));
  render(<DataTable caption="" columns={shown} rows={rows} rowKey={({ id }) => id} />);
  expect(screen.getAllByText(m.db_order_wholesale())).toHaveLength(1);
});
