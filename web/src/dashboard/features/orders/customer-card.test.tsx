import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { m } from '@/i18n/paraglide.gen/messages.js';
import type { OrderDetail } from '../../data/types.ts';
import { renderStaffScreen } from '../../testing/render-staff-screen.tsx';
import { CustomerCard } from './customer-card.tsx';

const HISTORY = { orders: 100, delivered: 90, refused: 6, lost: 3, deliveredTotal: 9000, more: false };

function show(more: boolean) {
  const order = {
    id: 'o',
    status: 'shipped',
    firstname: 'Amina',
    lastname: 'Haddad',
    phone: '0555123456',
    email: '',
    customer: { ...HISTORY, more },
  } as OrderDetail;
  renderStaffScreen(<CustomerCard order={order} />, { permissions: ['orders.read'] });
}

function figureOf(term: string) {
  return screen.getByText(term, { selector: 'dt' }).nextElementSibling;
}

it('counts the parcels of the customer that were lost', () => {
  show(false);
  expect(figureOf(m.db_order_customer_lost())).toHaveTextContent(/^3$/);
  expect(figureOf(m.db_order_customer_orders())).toHaveTextContent(/^100$/);
  expect(screen.queryByText(m.db_customer_outcomes_newest())).toBeNull();
});

it('says where they ordered more than is counted, and of which the counts are', () => {
  show(true);
  expect(figureOf(m.db_order_customer_orders())).toHaveTextContent(m.db_more_than({ n: '100' }));
  expect(screen.getByText(m.db_customer_outcomes_newest())).toBeVisible();
});
