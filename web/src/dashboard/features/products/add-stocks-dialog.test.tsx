import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it } from 'vitest';
import { m } from '@/i18n/paraglide.gen/messages.js';
import { answerWith } from '@/testing/answers.ts';
import type { Product, StockRow } from '../../data/types.ts';
import { renderStaffScreen } from '../../testing/render-staff-screen.tsx';
import { ProductStock } from './product-stock-page.tsx';

const ALGER = { id: 'alger', name: 'Alger', isActive: true };
const PRODUCT = {
  id: 'p',
  texts: [{ language: 'fr', name: 'Tricot' }],
  details: { sku: 'TRI' },
  combinations: [{ id: 's' }, { id: 'm' }, { id: 'l' }],
} as Product;

const row = (combinationId: string, combinationName: string, onHand: number) =>
  ({
    warehouseId: 'alger',
    productId: 'p',
    combinationId,
    productName: 'Tricot',
    combinationName,
    sku: `TRI-${combinationName}`,
    image: '',
    onHand,
    reserved: 0,
    available: onHand,
  }) as StockRow;

/** The page of a product whose combinations the shop tells in another order than they are offered in. */
async function open(permissions: ('stock.read' | 'stock.write')[] = ['stock.read', 'stock.write']) {
  const asked = answerWith({
    '/warehouses': { body: [ALGER] },
    '/warehouse/alger/stocks': {
      body: {
        stocks: [row('l', 'L', 0), row('gone', 'XL', 1), row('m', 'M', 0), row('s', 'S', 4)],
        total: 4,
      },
    },
    '/warehouse/alger/receive-stock': { status: 201, body: { pieces: 17 } },
  });
  renderStaffScreen(<ProductStock product={PRODUCT} />, { permissions });
  await screen.findByText('TRI-XL');
  return asked;
}

const fieldOf = (name: string) =>
  within(screen.getByRole('group', { name: `Tricot, ${name}` })).getByRole('textbox');

it('lists combinations as they are offered, those that are no more last', async () => {
  await open(['stock.read']);
  const skus = screen.getAllByText(/^TRI-/).map(({ textContent }) => textContent);
  expect(skus).toEqual(['TRI-S', 'TRI-M', 'TRI-L', 'TRI-XL']);
  expect(screen.queryByRole('button', { name: m.db_stock_add_several() })).toBeNull();
});

it('takes in what is typed of several combinations by one call, down the column by Enter', async () => {
  const asked = await open();
  await userEvent.click(screen.getByRole('button', { name: m.db_stock_add_several() }));
  const sends = (n: number) =>
    screen.getByRole('button', { name: m.db_receipt_submit({ n: `${n}`, count: n }) });
  expect(sends(0)).toBeDisabled();
  await userEvent.type(fieldOf('S'), '12{Enter}');
  expect(fieldOf('M')).toHaveFocus();
  await userEvent.keyboard('0{Enter}5{Enter}{Enter}');
  expect(screen.getByLabelText(m.db_stock_reason())).toHaveFocus();
  await userEvent.keyboard('BL 7');
  expect(screen.getByText(m.db_receipt_after({ before: '4', after: '16' }))).toBeVisible();
  expect(asked.filter(({ method }) => method === 'POST')).toHaveLength(0);
  await userEvent.click(sends(17));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  const [sent, ...others] = asked.filter(({ method }) => method === 'POST');
  expect(others).toEqual([]);
  expect(sent?.body).toEqual({
    lines: [
      { productId: 'p', combinationId: 's', quantity: 12 },
      { productId: 'p', combinationId: 'l', quantity: 5 },
    ],
    reason: 'BL 7',
  });
});

it('sends nothing while a quantity is none', async () => {
  const asked = await open();
  await userEvent.click(screen.getByRole('button', { name: m.db_stock_add_several() }));
  await userEvent.type(fieldOf('S'), '3');
  await userEvent.type(fieldOf('L'), '9999999');
  await userEvent.keyboard('{Control>}{Enter}{/Control}');
  expect(fieldOf('L')).toHaveFocus();
  expect(fieldOf('L')).toHaveAccessibleDescription(m.db_stock_quantity_invalid());
  expect(asked.filter(({ method }) => method === 'POST')).toHaveLength(0);
});
