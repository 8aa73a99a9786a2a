import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it, vi } from 'vitest';
import { answerWith } from '@/testing/answers.ts';
import type { OrderRow } from '../../data/types.ts';
import { renderStaffScreen } from '../../testing/render-staff-screen.tsx';
import { bulkSteps } from './bulk.ts';
import { BulkDialog } from './bulk-dialog.tsx';

const rows = ['A-1', 'A-2'].map(
  (number) => ({ id: number, number, customerFullName: 'Sara', status: 'preparing', version: 3 }) as OrderRow,
);

it('keeps a refused order with its tracking number, to be tried again from its newer state', async () => {
  let isChanged = true;
  const asked = answerWith({
    '/orders/A-1/transitions': { body: {} },
    '/orders/A-2/transitions': () => {
      if (!isChanged) return { body: {} };
      isChanged = false;
      return { status: 409, body: { code: 'orders.stale_version', current: { version: 4 } } };
    },
  });
  const [bulk] = bulkSteps(rows, () => true);
  if (!bulk) throw new Error('these orders can be shipped');
  const [moved, closed] = [vi.fn(), vi.fn()];
  renderStaffScreen(<BulkDialog bulk={bulk} onMoved={moved} onClose={closed} />, { permissions: [] });
  await userEvent.type(screen.getByLabelText(/A-1/), 'SUIVI-1');
  await userEvent.type(screen.getByLabelText(/A-2/), 'SUIVI-2');
  await userEvent.click(screen.getByRole('button', { name: 'Valider' }));
  const again = await screen.findByRole('button', { name: 'Réessayer' });
  expect(moved).toHaveBeenCalledWith([rows[0]]);
  expect(closed).not.toHaveBeenCalled();
  expect(screen.queryByLabelText(/A-1/)).toBeNull();
  expect(screen.getByLabelText(/A-2/)).toHaveProperty('value', 'SUIVI-2');
  await userEvent.click(again);
  await waitFor(() => expect(closed).toHaveBeenCalledOnce());
  expect(asked.at(-1)?.body).toEqual({ to: 'shipped', version: 4, trackingNumber: 'SUIVI-2' });
});
