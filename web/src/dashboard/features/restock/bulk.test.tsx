import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it, vi } from 'vitest';
import { m } from '@/i18n/paraglide.gen/messages.js';
import { answerWith } from '@/testing/answers.ts';
import type { RestockRequest } from '../../data/types.ts';
import { takeUndo } from '../../recipe/jobs/undos.ts';
import { renderStaffScreen } from '../../testing/render-staff-screen.tsx';
import { restockBulk } from './bulk.tsx';

const waiting = (id: string, toldAt: string | null = null) =>
  ({
    id,
    version: 3,
    phone: '0550123456',
    productName: 'Oud',
    combinationName: '50 ml',
    toldAt,
  }) as RestockRequest;

it('marks many as told, names none of them in the job, and puts them back', async () => {
  const asked = answerWith({ '/restock-requests/bulk': { status: 202, body: { id: 'j' } } });
  const [told, back] = restockBulk.actions;
  if (!told || !back) throw new Error('requests are told, and put back');
  const closed = vi.fn();
  const rows = [waiting('a'), waiting('b')];
  renderStaffScreen(told.dialog({ rows, others: 0, onStarted: () => {}, onClose: closed }), {
    permissions: ['orders.confirm'],
  });
  expect(screen.getAllByText('05 50 12 34 56')).toHaveLength(2);
  await userEvent.click(screen.getByRole('button', { name: m.db_restock_mark() }));
  await waitFor(() => expect(closed).toHaveBeenCalledOnce());
  const label = 'Oud, 50 ml';
  expect(asked[0]?.body).toEqual({
    to: 'told',
    requests: [
      { id: 'a', version: 3, label },
      { id: 'b', version: 3, label },
    ],
  });
  await takeUndo('j')?.(new Set(['b']), 'key');
  expect(asked[1]?.body).toEqual({ to: 'waiting', requests: [{ id: 'b', version: 4, label }] });
  expect([told, back].map((action) => action.applies?.(waiting('c')))).toEqual([true, false]);
  const toldAlready = waiting('c', '2026-11-25T09:00:00Z');
  expect([told, back].map((action) => action.applies?.(toldAlready))).toEqual([false, true]);
});
