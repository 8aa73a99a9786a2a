import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { m } from '@/i18n/paraglide.gen/messages.js';
import { answerWith } from '@/testing/answers.ts';
import { renderStaffScreen } from '../../testing/render-staff-screen.tsx';
import { HomePage } from './home-page.tsx';

const SUMMARY = {
  counts: { placed: 3, confirmed: 2 },
  days: [],
  placedToday: 0,
  placedTodayTotal: 0,
  deliveredToday: 0,
  deliveredTodayTotal: 0,
};

function show(permissions: string[]) {
  answerWith({
    '/summary': { body: SUMMARY },
    '/payments/balances': { body: [] },
    '/stock/low': { body: { items: [], total: 0, more: false } },
  });
  renderStaffScreen(<HomePage />, { permissions });
}

it('leads who packs to what is to be packed, and tells them nothing of calls and sums', async () => {
  show(['orders.read', 'orders.prepare', 'stock.read']);
  const start = await screen.findByRole('link', { name: m.db_home_start_packing() });
  expect(start.getAttribute('href')).toContain('status=confirmed');
  expect(screen.queryByText(m.db_home_waiting({ count: 3, n: '3' }))).toBeNull();
  expect(screen.queryByRole('heading', { name: m.db_home_sales() })).toBeNull();
});

it('shows who takes in the money first what is owed', async () => {
  show(['orders.read', 'orders.deliver', 'payments.read', 'payments.write']);
  await screen.findByRole('heading', { name: m.db_home_balances() });
  await screen.findByRole('heading', { name: m.db_home_to_receive() });
  const titles = screen.getAllByRole('heading', { level: 2 }).map(({ textContent }) => textContent);
  const [owed, toReceive] = [m.db_home_balances(), m.db_home_to_receive()];
  expect(titles.filter((title) => title === owed || title === toReceive)).toEqual([owed, toReceive]);
  expect(titles[0]).toBe(owed);
});

it('leads who works on the catalogue to what they may', () => {
  show(['catalog.read', 'reviews.moderate']);
  const links = screen.getAllByRole('link').map(({ textContent }) => textContent);
  expect(links).toEqual([m.db_nav_products(), m.db_reviews_title()]);
});
