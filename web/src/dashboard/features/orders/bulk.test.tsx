import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it, vi } from 'vitest';
import { m } from '@/i18n/paraglide.gen/messages.js';
import { answerWith } from '@/testing/answers.ts';
import type { OrderRow } from '../../data/types.ts';
import { renderStaffScreen } from '../../testing/render-staff-screen.tsx';
import { orderBulk } from './bulk.tsx';
import { MatchingDialog } from './matching-dialog.tsx';

const rows = ['A-1', 'A-2'].map(
  (number) => ({ id: number, number, customerFullName: 'Sara', status: 'preparing', version: 3 }) as OrderRow,
);

it('starts the step of the ticked orders once, each with its tracking number', async () => {
  const asked = answerWith({ '/orders/bulk': { status: 202, body: { id: 'j' } } });
  const ship = orderBulk.actions.find(({ id }) => id === 'bulk-shipped');
  if (!ship) throw new Error('orders can be shipped in bulk');
  const [started, closed] = [vi.fn(), vi.fn()];
  renderStaffScreen(ship.dialog({ rows, others: 0, onStarted: started, onClose: closed }), {
    permissions: [],
  });
  // A scanner ends each code with Enter.
  await userEvent.type(screen.getByLabelText(/A-1/), ' SUIVI-1{Enter}');
  expect(screen.getByLabelText(/A-2/)).toHaveFocus();
  await userEvent.click(screen.getByRole('button', { name: 'Valider' }));
  await waitFor(() => expect(closed).toHaveBeenCalledOnce());
  expect(started).toHaveBeenCalledOnce();
  expect(asked[0]?.headers.get('Idempotency-Key')).toBeTruthy();
  expect(asked[0]?.body).toEqual({
    to: 'shipped',
    orders: [
      { id: 'A-1', number: 'A-1', version: 3, trackingNumber: 'SUIVI-1' },
      { id: 'A-2', number: 'A-2', version: 3 },
    ],
  });
});

it.each([
  ['bulk-preparing', ['confirmed']],
  ['bulk-shipped', ['preparing']],
  ['bulk-delivered', ['shipped', 'attempted']],
  ['bulk-returned', ['returning']],
])('%s is for orders that are %s', (id, from) => {
  const step = orderBulk.actions.find((action) => action.id === id);
  const all = ['placed', 'confirmed', 'preparing', 'shipped', 'attempted', 'delivered', 'returning'];
  expect(all.filter((status) => step?.applies?.({ status } as OrderRow))).toEqual(from);
});

it('says nothing of a step, and sends nothing, before it is counted', async () => {
  let count = (_: { body: object }) => {};
  const counting = new Promise<{ body: object }>((resolve) => {
    count = resolve;
  });
  const asked = answerWith({ '/bulk/preview': () => counting });
  renderStaffScreen(<MatchingDialog question={{}} onStarted={() => undefined} onClose={() => undefined} />, {
    permissions: ['orders.prepare'],
  });
  await userEvent.selectOptions(screen.getByLabelText(m.db_bulk_step()), 'preparing');
  expect(screen.getByRole('button', { name: 'Valider' })).toBeDisabled();
  await userEvent.keyboard('{Control>}{Enter}{/Control}');
  expect(screen.queryByText(m.db_bulk_moves_none())).toBeNull();
  count({ body: { total: 40, more: false, will: 0, willMore: false, most: 1000 } });
  await waitFor(() => expect(screen.getByRole('button', { name: 'Valider' })).toBeEnabled());
  await userEvent.click(screen.getByRole('button', { name: 'Valider' }));
  expect(screen.getByText(m.db_bulk_moves_none())).toBeTruthy();
  expect(asked.every(({ path }) => path.endsWith('/preview'))).toBe(true);
});

it('counts what a step of the whole list would move, and starts no other number', async () => {
  let will = 12;
  const asked = answerWith({
    '/bulk/preview': () => ({ body: { total: 40, more: false, will, willMore: false, most: 1000 } }),
    '/orders/bulk': () => {
      if (will === 11) return { status: 202, body: { id: 'j' } };
      will = 11;
      return { status: 409, body: { code: 'jobs.matching_changed', current: { will } } };
    },
  });
  const closed = vi.fn();
  renderStaffScreen(
    <MatchingDialog question={{ wilaya: '16' }} onStarted={() => undefined} onClose={closed} />,
    { permissions: ['orders.prepare'] },
  );
  await userEvent.click(screen.getByRole('button', { name: 'Valider' }));
  expect(screen.getByLabelText(m.db_bulk_step())).toHaveAccessibleDescription(m.db_bulk_choose_step());
  await userEvent.selectOptions(screen.getByLabelText(m.db_bulk_step()), 'preparing');
  await screen.findByText('Commandes concernées : 12 sur 40');
  await userEvent.click(screen.getByRole('button', { name: 'Valider' }));
  await screen.findByText(m.db_bulk_matching_changed());
  await screen.findByText('Commandes concernées : 11 sur 40');
  await userEvent.click(screen.getByRole('button', { name: 'Valider' }));
  await waitFor(() => expect(closed).toHaveBeenCalledOnce());
  expect(asked.filter(({ path }) => path.endsWith('/bulk')).map(({ body }) => body)).toEqual([
    { to: 'preparing', matching: { wilaya: '16' }, expected: 12 },
    { to: 'preparing', matching: { wilaya: '16' }, expected: 11 },
  ]);
});

it('starts nothing where what would move is not counted to its end', async () => {
  const asked = answerWith({
    '/bulk/preview': { body: { total: 900, more: true, will: 700, willMore: true, most: 1000 } },
  });
  renderStaffScreen(
    <MatchingDialog question={{ q: 'a' }} onStarted={() => undefined} onClose={() => undefined} />,
    { permissions: ['orders.prepare'] },
  );
  await userEvent.selectOptions(screen.getByLabelText(m.db_bulk_step()), 'preparing');
  await screen.findByText('Commandes concernées : plus de 700 sur plus de 900');
  await userEvent.click(screen.getByRole('button', { name: 'Valider' }));
  expect(screen.getByText(m.db_bulk_uncounted())).toBeTruthy();
  expect(asked.every(({ path }) => path.endsWith('/preview'))).toBe(true);
});

it('asks of the same step of the same list whether it is meant again', async () => {
  const body = { to: 'preparing', matching: {}, expected: 12 };
  const before = [{ body: JSON.stringify(body), key: 'before', at: Date.now() - 3_600_000 }];
  sessionStorage.setItem('intent:samira:bulk', JSON.stringify(before));
  const asked = answerWith({
    '/bulk/preview': { body: { total: 12, more: false, will: 12, willMore: false, most: 1000 } },
    '/orders/bulk': { status: 202, body: { id: 'j' } },
  });
  const closed = vi.fn();
  renderStaffScreen(<MatchingDialog question={{}} onStarted={() => undefined} onClose={closed} />, {
    permissions: ['orders.prepare'],
  });
  await userEvent.selectOptions(screen.getByLabelText(m.db_bulk_step()), 'preparing');
  await screen.findByRole('status');
  await userEvent.click(screen.getByRole('button', { name: 'Valider' }));
  await userEvent.click(screen.getByRole('button', { name: m.db_form_send_another() }));
  await waitFor(() => expect(closed).toHaveBeenCalledOnce());
  const [start] = asked.filter(({ path }) => path.endsWith('/bulk'));
  expect(start?.body).toEqual(body);
  expect(start?.headers.get('Idempotency-Key')).not.toBe('before');
});
