import { screen } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { m } from '@/i18n/paraglide.gen/messages.js';
import { answerWith } from '@/testing/answers.ts';
import { renderStaffScreen } from '../../../testing/render-staff-screen.tsx';
import { Letterhead, Seller } from './letterhead.tsx';

it('says on paper whose order it is to everybody who prints one', async () => {
  const asked = answerWith({
    '/web/api/session': { body: { settings: { shopName: 'Zahra', phone: '0555123456' } } },
  });
  renderStaffScreen(<Letterhead />, { permissions: ['orders.read'] });
  expect(await screen.findByText('Zahra')).toBeInTheDocument();
  expect(screen.getByText('05 55 12 34 56')).toBeInTheDocument();
  expect(asked).toHaveLength(1);
  const [request] = vi.mocked(fetch).mock.calls[0] ?? [];
  expect((request as Request).credentials, 'no browser of the staff becomes a shopper’s').toBe('omit');
});

it('says on paper that it is missing while it is on its way', () => {
  answerWith({ '/web/api/session': { status: 503, body: {} } });
  renderStaffScreen(<Letterhead />, { permissions: ['orders.read'] });
  expect(screen.getByText(m.db_papers_letterhead_missing())).toBeInTheDocument();
});

it('says who sells where the shop publishes it', async () => {
  const identity = { name: 'SARL Zahra', address: '', email: '', rc: '16/00-1', nif: '', nis: '', ai: '' };
  answerWith({ '/web/api/session': { body: { settings: { shopName: 'Zahra', phone: '', identity } } } });
  renderStaffScreen(<Seller />, { permissions: ['orders.read'] });
  expect(await screen.findByText('SARL Zahra')).toBeInTheDocument();
  expect(screen.getByText('RC 16/00-1')).toBeInTheDocument();
  expect(screen.queryByText(/NIF/)).toBeNull();
});
