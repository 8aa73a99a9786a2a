import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it } from 'vitest';
import { m } from '@/i18n/paraglide.gen/messages.js';
import { answerWith } from '@/testing/answers.ts';
import type { Product } from '../../data/types.ts';
import { renderStaffScreen } from '../../testing/render-staff-screen.tsx';
import { ProductStock } from './product-stock-page.tsx';

const PRODUCT = {
  id: 'p',
  texts: [{ language: 'fr', name: 'Savon' }],
  details: { sku: 'SAV' },
  combinations: [],
} as unknown as Product;

const stocks = (warehouseId: string, onHand: number) => ({
  body: {
    stocks: [
      {
        warehouseId,
        productId: 'p',
        combinationId: null,
        productName: 'Savon',
        combinationName: '',
        sku: 'SAV',
        image: '',
        onHand,
        reserved: 0,
        available: onHand,
      },
    ],
    total: 1,
  },
});

const answers = () =>
  answerWith({
    '/warehouses': {
      body: [
        { id: 'alger', name: 'Alger', isActive: true },
        { id: 'oran', name: 'Oran', isActive: true },
      ],
    },
    '/warehouse/alger/stocks': stocks('alger', 41),
    '/warehouse/oran/stocks': stocks('oran', 7),
    '/warehouse/oran/add-stock': { status: 201, body: {} },
  });

it.each(['fr', 'ar'] as const)(
  'tells what each warehouse has, and adds to one of them, in %s',
  async (locale) => {
    const asked = answers();
    renderStaffScreen(<ProductStock product={PRODUCT} />, {
      permissions: ['stock.read', 'stock.write'],
      locale,
    });
    await waitFor(() => expect(screen.getAllByRole('table')).toHaveLength(2));
    const [, oran] = screen.getAllByRole('table');
    expect(await screen.findByText('41', { selector: '.strong' })).toBeVisible();
    await userEvent.click(
      within(oran as HTMLElement).getByRole('button', { name: m.db_stock_add_to({ name: 'Savon' }) }),
    );
    await userEvent.type(screen.getByLabelText(m.db_stock_quantity()), '3');
    await userEvent.click(screen.getByRole('button', { name: m.db_stock_add() }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    const sent = asked.find(({ method }) => method === 'POST');
    expect(sent?.path).toMatch(/oran\/add-stock$/);
  },
);

it('adds nothing for who only reads', async () => {
  answers();
  renderStaffScreen(<ProductStock product={PRODUCT} />, { permissions: ['stock.read'] });
  await waitFor(() => expect(screen.getAllByRole('table')).toHaveLength(2));
  expect(screen.queryByRole('button', { name: m.db_stock_add_to({ name: 'Savon' }) })).toBeNull();
});

it('leads on to the combinations that one page does not hold', async () => {
  const alger = { id: 'alger', name: 'Alger', isActive: true };
  const pageOf = (page: number) => ({
    body: { ...stocks('alger', 41).body, total: 450, page, size: 200, pageCount: 3 },
  });
  const pages = [pageOf(1), pageOf(2)];
  answerWith({
    '/warehouses': { body: [alger] },
    '/warehouse/alger/stocks': () => pages.shift() ?? pageOf(2),
  });
  renderStaffScreen(<ProductStock product={PRODUCT} />, { permissions: ['stock.read'] });
  expect(await screen.findByText(m.db_page_range({ from: '1', to: '200', total: '450' }))).toBeVisible();
  await userEvent.click(screen.getByRole('button', { name: m.db_page_next() }));
  expect(await screen.findByText(m.db_page_range({ from: '201', to: '400', total: '450' }))).toBeVisible();
});
