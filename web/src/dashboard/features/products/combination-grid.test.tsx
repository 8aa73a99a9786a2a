import { fireEvent, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it } from 'vitest';
import { m } from '@/i18n/paraglide.gen/messages.js';
import { answerWith } from '@/testing/answers.ts';
import { Toasts } from '@/ui/rich/toasts.tsx';
import { PRODUCT } from '../../testing/product.ts';
import { renderStaffScreen } from '../../testing/render-staff-screen.tsx';
import { CombinationsForm } from './combinations-page.tsx';

/** One more than a page of the grid has. */
const combinations = Array.from({ length: 51 }, (_, at) => ({
  id: `k${at}`,
  displayName: '',
  options: [{ id: `o${at}`, kind: 'taille', name: `T${at}` }],
  sku: '',
  barcode: '',
  priceHt: 100,
  isDefault: at === 0,
  isActive: true,
  imageIds: [],
}));

function show() {
  renderStaffScreen(
    <>
      <CombinationsForm product={{ ...PRODUCT, combinations } as never} />
      <Toasts dir="ltr" />
    </>,
    { permissions: ['catalog.write'] },
  );
}

const priceOf = (at: number) => screen.getByLabelText(m.db_products_price_of({ name: `T${at}` }));

it('goes to the page of the first price that can’t be read, says what it is, and sends nothing', async () => {
  const asked = answerWith({ '/attributes': { body: { attributes: [] } } });
  show();
  fireEvent.click(screen.getByText(m.db_page_next()));
  fireEvent.change(priceOf(50), { target: { value: '1.234' } });
  expect(priceOf(50)).toHaveAttribute('aria-invalid', 'true');
  expect(priceOf(50)).toHaveAccessibleDescription(m.db_product_price_invalid());
  fireEvent.click(screen.getByText(m.db_page_previous()));
  expect(screen.queryByLabelText(m.db_products_price_of({ name: 'T50' }))).toBeNull();
  await userEvent.keyboard('{Control>}s{/Control}');
  await waitFor(() => expect(priceOf(50)).toHaveFocus());
  const field = m.db_products_price_of({ name: 'T50' });
  const said = m.db_form_mistake({ field, mistake: m.db_product_price_invalid() });
  expect(await screen.findByText(said)).toBeVisible();
  expect(asked.some(({ method }) => method === 'PUT')).toBe(false);
});

it('goes to the first wrong row and says what that one is', async () => {
  answerWith({ '/attributes': { body: { attributes: [] } } });
  show();
  const skuOf = (at: number) => screen.getByLabelText(m.db_combinations_sku({ name: `T${at}` }));
  for (const at of [0, 1]) fireEvent.change(skuOf(at), { target: { value: 'S-1' } });
  fireEvent.change(priceOf(2), { target: { value: '1.234' } });
  await userEvent.keyboard('{Control>}s{/Control}');
  await waitFor(() => expect(skuOf(1)).toHaveFocus());
  const field = m.db_combinations_sku({ name: 'T1' });
  const said = m.db_form_mistake({ field, mistake: m.db_combination_sku_taken() });
  expect(await screen.findByText(said)).toBeVisible();
});

function refuse(field: string) {
  const errors = { [field]: [{ key: 'form.validation.amount', text: '' }] };
  return answerWith({
    '/attributes': { body: { attributes: [] } },
    '/combinations': { status: 422, body: { code: 'catalog.invalid_product', errors } },
  });
}

it.each([
  ['sku', m.db_combinations_sku],
  ['priceHt', m.db_products_price_of],
])('goes to the page of the row whose %s the shop refuses', async (field, label) => {
  refuse(`combinations[50].${field}`);
  show();
  fireEvent.change(priceOf(0), { target: { value: '120' } });
  await userEvent.keyboard('{Control>}s{/Control}');
  const cell = await screen.findByLabelText(label({ name: 'T50' }));
  await waitFor(() => expect(cell).toHaveFocus());
  expect(cell).toHaveAccessibleDescription(m.db_product_price_invalid());
});

it('says no more of a price that was typed anew, and goes to the mistake that is there now', async () => {
  const asked = refuse('combinations[0].priceHt');
  show();
  fireEvent.change(priceOf(0), { target: { value: '120' } });
  await userEvent.keyboard('{Control>}s{/Control}');
  await waitFor(() => expect(priceOf(0)).toHaveFocus());
  expect(priceOf(0)).toBeInvalid();
  fireEvent.change(priceOf(0), { target: { value: '130' } });
  expect(priceOf(0)).toBeValid();
  fireEvent.click(screen.getByText(m.db_page_next()));
  fireEvent.change(priceOf(50), { target: { value: '1.234' } });
  await userEvent.keyboard('{Control>}s{/Control}');
  await waitFor(() => expect(priceOf(50)).toHaveFocus());
  expect(asked.filter(({ method }) => method === 'PUT')).toHaveLength(1);
});

it('marks the price that was refused, also once a row above it is gone', async () => {
  refuse('combinations[2].priceHt');
  show();
  fireEvent.change(priceOf(0), { target: { value: '120' } });
  await userEvent.keyboard('{Control>}s{/Control}');
  await waitFor(() => expect(priceOf(2)).toBeInvalid());
  fireEvent.click(screen.getByLabelText(m.db_combinations_remove_one({ name: 'T0' })));
  expect(priceOf(2)).toBeInvalid();
  expect(priceOf(3)).toBeValid();
});

it('counts the pasted prices that can’t be read', async () => {
  answerWith({ '/attributes': { body: { attributes: [] } } });
  show();
  const text = '12 500,00 DA\n1.234\ncher';
  fireEvent.paste(priceOf(0), { clipboardData: { getData: () => text } });
  expect(priceOf(0)).toHaveValue('12 500,00');
  expect(priceOf(1)).toHaveValue('100,00');
  expect(await screen.findByText(m.db_combinations_prices_skipped({ n: '2' }))).toBeVisible();
});

it('calls each field as its column where a row is a card', () => {
  answerWith({ '/attributes': { body: { attributes: [] } } });
  show();
  const [, ...fields] = priceOf(0).closest('tr')?.cells ?? [];
  expect(fields.map(({ dataset }) => dataset.label)).toEqual([
    m.db_product_sku(),
    m.db_product_price_ht(),
    m.db_product_barcode(),
    m.db_products_active(),
    m.db_product_default(),
    m.db_product_images(),
    undefined,
  ]);
});
