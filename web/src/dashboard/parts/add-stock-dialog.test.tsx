import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, it, vi } from 'vitest';
import { m } from '@/i18n/paraglide.gen/messages.js';
import { answerWith } from '@/testing/answers.ts';
import type { StockRow, Warehouse } from '../data/types.ts';
import { renderStaffScreen } from '../testing/render-staff-screen.tsx';
import { AddStockDialog } from './add-stock-dialog.tsx';

const row = {
  warehouseId: 'w',
  productId: 'p',
  combinationId: null,
  name: 'Rouge',
  onHand: 4,
} as unknown as StockRow;
const warehouse = { id: 'w', name: 'Alger' } as Warehouse;

afterEach(() => void vi.useRealTimers());

/** Types three pieces into a fresh dialog and sends them. */
async function add() {
  const { unmount } = renderStaffScreen(
    <AddStockDialog row={row} warehouse={warehouse} onClose={() => undefined} />,
    { permissions: ['stock.write'] },
  );
  await userEvent.type(screen.getByLabelText(m.db_stock_quantity()), '3');
  await userEvent.click(screen.getByRole('button', { name: m.db_stock_add() }));
  return unmount;
}

/** A delivery whose answer was lost, `minutes` ago; what is sent from now on, by its key. */
async function lost(minutes: number) {
  const asked = answerWith({ '/add-stock': new TypeError('cut') });
  const close = await add();
  await waitFor(() => expect(screen.getByRole('button', { name: m.db_stock_add() })).toBeEnabled());
  close();
  vi.setSystemTime(Date.now() + minutes * 60_000);
  return () =>
    asked.filter(({ method }) => method === 'POST').map(({ headers }) => headers.get('Idempotency-Key'));
}

it('sends the same again at once under its key', async () => {
  const keys = await lost(0);
  await add();
  await waitFor(() => expect(keys()).toHaveLength(2));
  expect(new Set(keys()).size).toBe(1);
});

it.each([
  [m.db_form_send_again, 1],
  [m.db_form_send_another, 2],
] as const)('asks later whether it is the same delivery (%#)', async (answer, deliveries) => {
  const keys = await lost(10);
  await add();
  const button = await screen.findByRole('button', { name: answer() });
  expect(button.closest('[role=alert]')).toHaveFocus();
  expect(keys()).toHaveLength(1);
  await userEvent.click(button);
  await waitFor(() => expect(keys()).toHaveLength(2));
  expect(new Set(keys()).size).toBe(deliveries);
});

it('asks a day later whether it came in, for the shop may know its key no more', async () => {
  const keys = await lost(24 * 60 + 1);
  await add();
  const another = await screen.findByRole('button', { name: m.db_form_send_as_another() });
  expect(screen.queryByRole('button', { name: m.db_form_send_again() })).toBeNull();
  await userEvent.click(another);
  await waitFor(() => expect(keys()).toHaveLength(2));
  expect(new Set(keys()).size).toBe(2);
});
