import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import { m } from '@/i18n/paraglide.gen/messages.js';
import { answerWith } from '@/testing/answers.ts';
import type { StockRow, Warehouse } from '../../data/types.ts';
import { renderStaffScreen } from '../../testing/render-staff-screen.tsx';
import { AdjustStockDialog } from './adjust-stock-dialog.tsx';

const row = {
  warehouseId: 'w',
  productId: 'p',
  combinationId: null,
  productName: 'Lampe',
  onHand: 12,
  reserved: 2,
} as unknown as StockRow;
const warehouse = { id: 'w', name: 'Alger' } as Warehouse;

function open(locale: 'fr' | 'ar' = 'fr') {
  renderStaffScreen(<AdjustStockDialog row={row} warehouse={warehouse} onClose={() => undefined} />, {
    permissions: ['stock.write'],
    locale,
  });
}

async function type(label: string, text: string) {
  const field = screen.getByLabelText(label);
  await userEvent.clear(field);
  await userEvent.type(field, text);
}

const save = () => userEvent.click(screen.getByRole('button', { name: m.db_stock_adjust() }));

describe.each(['fr', 'ar'] as const)('in %s', (locale) => {
  it('says by how much the count differs, and sends it with what was read', async () => {
    const asked = answerWith({ '/adjust-stock': { body: row } });
    open(locale);
    expect(screen.getByLabelText(m.db_stock_counted())).toHaveValue('12');
    await type(m.db_stock_counted(), '15');
    expect(screen.getByText(/\u2066\+3\u2069/)).toBeVisible();
    await type(m.db_stock_counted(), '9');
    expect(screen.getByText(/\u2066\u22123\u2069/)).toBeVisible();
    await save();
    expect(screen.getByText(m.db_step_reason_required())).toBeVisible();
    expect(asked).toHaveLength(0);
    await type(m.db_stock_reason(), ' Inventaire ');
    await save();
    await waitFor(() => expect(asked[0]?.path).toBe('/dashboard/api/warehouse/w/adjust-stock'));
    expect(asked[0]?.body).toEqual({
      productId: 'p',
      combinationId: null,
      onHand: 12,
      counted: 9,
      reason: 'Inventaire',
    });
  });
});

it.each([
  ['12', m.db_stock_count_same],
  ['1', () => m.db_stock_count_held({ n: '2' })],
  ['-1', m.db_stock_count_invalid],
] as const)('does not send a count of %s', async (counted, wrong) => {
  const asked = answerWith({});
  open();
  await type(m.db_stock_counted(), counted);
  await type(m.db_stock_reason(), 'Inventaire');
  await save();
  expect(screen.getByText(wrong())).toBeVisible();
  expect(asked).toHaveLength(0);
});

it('compares with the present number what moved meanwhile, and sends it again only when told to', async () => {
  const current = { onHand: 13, reserved: 2, available: 11 };
  const moved = { status: 409, body: { code: 'inventory.stock_moved', current } };
  const answers = [moved, { body: { ...row, onHand: 10 } }];
  const asked = answerWith({ '/adjust-stock': () => answers.shift() ?? moved });
  open();
  await type(m.db_stock_counted(), '10');
  await type(m.db_stock_reason(), 'Inventaire');
  await save();
  expect(await screen.findByText(m.db_stock_moved_to({ n: '13' }))).toBeVisible();
  expect(screen.getByText(/\u2066\u22123\u2069/)).toBeVisible();
  expect(asked).toHaveLength(1);
  await save();
  await waitFor(() => expect(asked.filter(({ method }) => method === 'POST')).toHaveLength(2));
  const [first, second] = asked.filter(({ method }) => method === 'POST');
  expect(second?.body).toMatchObject({ onHand: 13, counted: 10 });
  expect(second?.headers.get('Idempotency-Key')).not.toBe(first?.headers.get('Idempotency-Key'));
});

it('says how many orders hold since the row was read', async () => {
  const current = { onHand: 12, reserved: 6, available: 6 };
  const errors = {
    counted: [{ key: 'form.validation.belowReserved', text: '6 pieces are held for orders' }],
  };
  answerWith({
    '/adjust-stock': { status: 409, body: { code: 'inventory.count_below_reserved', current, errors } },
  });
  open();
  await type(m.db_stock_counted(), '5');
  await type(m.db_stock_reason(), 'Inventaire');
  await save();
  expect(await screen.findByText(m.db_stock_count_held({ n: '6' }))).toBeVisible();
});
