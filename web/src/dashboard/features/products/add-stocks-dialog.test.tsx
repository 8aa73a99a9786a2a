import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it } from 'vitest';
import { m } from '@/i18n/paraglide.gen/messages.js';
import { type Answer, answerWith } from '@/testing/answers.ts';
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

const row = (combinationId: string | null, combinationName: string, onHand: number) =>
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

const STOCKS = [row('l', 'L', 0), row('gone', 'XL', 1), row('m', 'M', 0), row('s', 'S', 4)];
const DONE: Answer = { status: 201, body: { pieces: 17 } };

interface Shop {
  permissions?: ('stock.read' | 'stock.write')[];
  product?: Product;
  stocks?: readonly StockRow[];
  received?: Answer;
}

/** The page of a product whose combinations the shop tells in another order than they are offered in. */
async function open({
  permissions = ['stock.read', 'stock.write'],
  product = PRODUCT,
  stocks = STOCKS,
  received = DONE,
}: Shop = {}) {
  const asked = answerWith({
    '/warehouses': { body: [ALGER] },
    '/warehouse/alger/stocks': { body: { stocks, total: stocks.length } },
    '/warehouse/alger/receive-stock': received,
  });
  renderStaffScreen(<ProductStock product={product} />, { permissions });
  await screen.findByText(`TRI-${stocks[0]?.combinationName}`);
  return asked;
}

const openDialog = () => userEvent.click(screen.getByRole('button', { name: m.db_stock_add_several() }));
const sends = (n: number) =>
  screen.getByRole('button', { name: m.db_receipt_submit({ n: `${n}`, count: n }) });
const fieldOf = (name: string) =>
  within(screen.getByRole('group', { name: `Tricot, ${name}` })).getByRole('textbox');

it('lists combinations as they are offered, those that are no more last', async () => {
  await open({ permissions: ['stock.read'] });
  const skus = screen.getAllByText(/^TRI-/).map(({ textContent }) => textContent);
  expect(skus).toEqual(['TRI-S', 'TRI-M', 'TRI-L', 'TRI-XL']);
  expect(screen.queryByRole('button', { name: m.db_stock_add_several() })).toBeNull();
});

it('takes in what is typed of several combinations by one call, down the column by Enter', async () => {
  const asked = await open();
  await openDialog();
  expect(sends(0)).toBeDisabled();
  await userEvent.type(fieldOf('S'), '12{Enter}');
  expect(fieldOf('M')).toHaveFocus();
  await userEvent.keyboard('0{Enter}5{Enter}');
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
  await openDialog();
  await userEvent.type(fieldOf('S'), '3');
  await userEvent.type(fieldOf('L'), '9999999');
  await userEvent.keyboard('{Control>}{Enter}{/Control}');
  expect(fieldOf('L')).toHaveFocus();
  expect(fieldOf('L')).toHaveAccessibleDescription(m.db_stock_quantities_invalid());
  expect(asked.filter(({ method }) => method === 'POST')).toHaveLength(0);
});

it('takes nothing in of what is sold no more, for the shop would take none of the others', async () => {
  const own = row(null, '', 2);
  await open({ stocks: [...STOCKS, own] });
  const adds = (name: string) => screen.queryByRole('button', { name: m.db_stock_add_to({ name }) });
  expect(adds('Tricot, S')).toBeVisible();
  expect([adds('Tricot, XL'), adds('Tricot')]).toEqual([null, null]);
  await openDialog();
  const names = screen.getAllByRole('group').map((group) => group.getAttribute('aria-label'));
  expect(names).toEqual(['Tricot, S', 'Tricot, M', 'Tricot, L']);
});

it('offers to add to several only where several are sold', async () => {
  const product = { ...PRODUCT, combinations: [{ id: 's' }] } as Product;
  await open({ product, stocks: [row('s', 'S', 4), row('gone', 'XL', 1), row(null, '', 2)] });
  expect(screen.queryByRole('button', { name: m.db_stock_add_several() })).toBeNull();
});

it('shows what is no quantity at once, and leads to it where there is nothing else', async () => {
  const asked = await open();
  await openDialog();
  await userEvent.type(fieldOf('L'), '2000000');
  const said = within(screen.getByRole('dialog')).getByText(m.db_stock_quantities_invalid());
  expect(said).toHaveAttribute('role', 'status');
  await userEvent.click(sends(0));
  expect(fieldOf('L')).toHaveFocus();
  expect(screen.getAllByText(m.db_stock_quantities_invalid())).toHaveLength(1);
  expect(asked.filter(({ method }) => method === 'POST')).toHaveLength(0);
});

it('says at its row what the shop refuses of it, until something else is typed', async () => {
  const gone = [{ key: 'form.validation.product', text: 'sold no more' }];
  const received = {
    status: 404,
    body: { code: 'inventory.unknown_item', errors: { 'lines[1].productId': gone } },
  };
  await open({ received });
  await openDialog();
  await userEvent.type(fieldOf('S'), '1');
  await userEvent.type(fieldOf('L'), '2');
  await userEvent.click(sends(3));
  await waitFor(() => expect(fieldOf('L')).toHaveFocus());
  expect(fieldOf('L')).toBeInvalid();
  expect(fieldOf('L')).toHaveAccessibleDescription(m.db_error_not_found());
  expect([fieldOf('S'), fieldOf('M')].map((field) => field.getAttribute('aria-invalid'))).toEqual([
    'false',
    'false',
  ]);
  expect(screen.queryByRole('alert')).toBeNull();
  await userEvent.clear(fieldOf('L'));
  expect(fieldOf('L')).toBeValid();
});

it('asks nothing of who takes back what they typed', async () => {
  await open();
  await openDialog();
  await userEvent.type(fieldOf('S'), '1');
  await userEvent.clear(fieldOf('S'));
  await userEvent.click(screen.getByRole('button', { name: m.db_dialog_leave() }));
  expect(screen.queryByRole('dialog')).toBeNull();
});
