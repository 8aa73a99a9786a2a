import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it, vi } from 'vitest';
import { m } from '@/i18n/paraglide.gen/messages.js';
import type { StockRow } from '../../data/types.ts';
import { renderStaffScreen } from '../../testing/render-staff-screen.tsx';
import { MovementsSheet } from './movements-sheet.tsx';

const ROW = { warehouseId: 'w', productId: 'p', productName: 'Savon' } as StockRow;

const movement = (reason: string) => ({
  id: reason,
  kind: 'received',
  quantity: 1,
  before: 0,
  after: 1,
  reason,
  actor: 'Samira',
  at: '2026-11-20T11:00:00Z',
});

it.each(['fr', 'ar'] as const)('goes on to older movements and back, in %s', async (locale) => {
  vi.spyOn(globalThis, 'fetch').mockImplementation(async (asked) => {
    const page = Number(new URL((asked as Request).url).searchParams.get('page'));
    const movements = [movement(`page ${page}`)];
    return Response.json({ movements, page, size: 50, total: 51, pageCount: 2, more: false });
  });
  renderStaffScreen(<MovementsSheet row={ROW} onClose={() => {}} />, { permissions: [], locale });
  expect(await screen.findByText(/page 1/)).toBeVisible();
  const next = screen.getByRole('button', { name: m.db_page_next() });
  expect(screen.getByRole('button', { name: m.db_page_previous() })).toHaveAttribute('aria-disabled', 'true');
  const body = next.closest('nav')?.parentElement;
  if (!body) throw new Error('the list is in the body of the sheet');
  body.scrollTop = 200;
  await userEvent.click(next);
  expect(body.scrollTop).toBe(0);
  expect(await screen.findByText(/page 2/)).toBeVisible();
  await waitFor(() => expect(next).toHaveAttribute('aria-disabled', 'true'));
  expect(next).toHaveFocus();
  expect(screen.getByRole('status')).toHaveTextContent(
    m.db_page_range({ from: '51', to: '51', total: '51' }),
  );
  await userEvent.click(next);
  expect(screen.getByText(/page 2/)).toBeVisible();
  await userEvent.click(screen.getByRole('button', { name: m.db_page_previous() }));
  expect(await screen.findByText(/page 1/)).toBeVisible();
});
