import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it, vi } from 'vitest';
import { m } from '@/i18n/paraglide.gen/messages.js';
import type { ProductRow } from '../../data/types.ts';
import { renderStaffScreen } from '../../testing/render-staff-screen.tsx';
import { PriceCell } from './price-cell.tsx';

const ROW = { id: 'p', version: 1, name: 'Ambre', priceHt: 1200 } as ProductRow;

async function type(text: string) {
  const onPrice = vi.fn();
  renderStaffScreen(<PriceCell row={ROW} canEdit onPrice={onPrice} />, { permissions: [] });
  await userEvent.click(screen.getByRole('button'));
  const field = screen.getByRole('textbox');
  await userEvent.clear(field);
  await userEvent.type(field, text);
  return { onPrice, field };
}

it.each(['{Tab}', '{Enter}'])('keeps a price that can’t be read to be mended, at %s', async (key) => {
  const { onPrice, field } = await type(`12.000${key}`);
  expect(field).toBeInTheDocument();
  expect(field).toHaveAttribute('aria-invalid', 'true');
  expect(field).toHaveAccessibleDescription(m.db_product_price_invalid());
  expect(onPrice).not.toHaveBeenCalled();
  await userEvent.clear(field);
  await userEvent.type(field, '1250{Tab}');
  expect(onPrice).toHaveBeenCalledExactlyOnceWith(1250, ROW);
  expect(screen.queryByRole('textbox')).toBeNull();
});

it('gives a price up at Escape, one that can’t be read too', async () => {
  const { onPrice, field } = await type('12.000{Tab}');
  await userEvent.type(field, '{Escape}');
  expect(screen.queryByRole('textbox')).toBeNull();
  expect(screen.getByRole('button')).toHaveFocus();
  expect(onPrice).not.toHaveBeenCalled();
});

it('takes a price when it is left', async () => {
  const { onPrice } = await type('1300,50{Tab}');
  expect(onPrice).toHaveBeenCalledExactlyOnceWith(1300.5, ROW);
});

it('compares with the price that was opened, and changes that version alone', async () => {
  const onPrice = vi.fn();
  const cell = (row: ProductRow) => <PriceCell row={row} canEdit onPrice={onPrice} />;
  const { rerender } = renderStaffScreen(cell(ROW), { permissions: [] });
  await userEvent.click(screen.getByRole('button'));
  rerender(cell({ ...ROW, version: 2, priceHt: 1500 }));
  await userEvent.tab();
  expect(onPrice).not.toHaveBeenCalled();
  await userEvent.click(screen.getByRole('button'));
  await userEvent.clear(screen.getByRole('textbox'));
  await userEvent.type(screen.getByRole('textbox'), '1600');
  rerender(cell({ ...ROW, version: 3, priceHt: 900 }));
  await userEvent.tab();
  expect(onPrice).toHaveBeenCalledExactlyOnceWith(1600, expect.objectContaining({ version: 2 }));
});
