import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it } from 'vitest';
import { m } from '@/i18n/paraglide.gen/messages.js';
import { answerWith } from '@/testing/answers.ts';
import type { Product } from '../../data/types.ts';
import { PRODUCT } from '../../testing/product.ts';
import { renderStaffScreen } from '../../testing/render-staff-screen.tsx';
import { PackSection } from './pack-section.tsx';
import { useProductForm } from './use-product-form.ts';

const text = (name: string) => ({
  language: 'fr',
  name,
  shortDescription: '',
  longDescription: '',
  seoTitle: '',
  seoDescription: '',
});
const combination = (id: string, displayName: string) => ({
  id,
  displayName,
  options: [],
  sku: '',
  barcode: '',
  priceHt: 0,
  isDefault: false,
  isActive: true,
  imageIds: [],
});
const candle: Product = { ...PRODUCT, id: 'candle', texts: [text('Bougie')] };
const soap: Product = {
  ...PRODUCT,
  id: 'soap',
  texts: [text('Savon')],
  combinations: [combination('red', 'Rouge'), combination('blue', 'Bleu')],
};
const product: Product = { ...PRODUCT, pack: [{ productId: 'candle', combinationId: '', quantity: 1 }] };

function Screen({ of }: { of: Product }) {
  const form = useProductForm(of);
  return (
    <>
      <PackSection product={of} form={form} />
      <button type="button" onClick={() => void form.save()}>
        save
      </button>
    </>
  );
}

const PARTS = { '/products/candle': { body: candle }, '/products/soap': { body: soap } };

it.each(['fr', 'ar'] as const)(
  'adds, orders and counts parts, and says what is refused, in %s',
  async (locale) => {
    const required = { key: 'form.validation.required', text: 'one of its combinations' };
    const packed = { key: 'form.validation.isPart', text: 'the product is a part of a pack' };
    const asked = answerWith({
      ...PARTS,
      '/products/search/savon': { body: [[{ id: 'soap', name: 'Savon' }]] },
      '/products/p': {
        status: 422,
        body: { code: 'invalid_request', errors: { 'pack[0].combinationId': [required], pack: [packed] } },
      },
    });
    renderStaffScreen(<Screen of={product} />, { permissions: ['catalog.write'], locale });
    await screen.findByText('Bougie');
    await userEvent.type(screen.getByLabelText(m.db_pack_add()), 'savon');
    await userEvent.click(await screen.findByRole('button', { name: 'Savon' }));
    await userEvent.click(await screen.findByRole('button', { name: m.db_block_up({ name: 'Savon' }) }));
    const [first] = screen.getAllByRole('listitem');
    expect(within(first as HTMLElement).getByText('Savon')).toBeVisible();
    const quantity = screen.getByLabelText(m.db_pack_quantity({ name: 'Savon' }));
    await userEvent.clear(quantity);
    await userEvent.click(screen.getByText('save'));
    expect(quantity).toHaveAccessibleDescription(m.db_pack_quantity_wrong());
    const sent = () => asked.filter(({ method }) => method === 'PATCH').map(({ body }) => body);
    expect(sent()).toEqual([]);
    await userEvent.type(quantity, '2');
    await userEvent.click(screen.getByText('save'));
    const choice = screen.getByLabelText(m.db_pack_combination({ name: 'Savon' }));
    await waitFor(() => expect(choice).toHaveAccessibleDescription(m.db_rule_required()));
    expect(screen.getByText(m.db_rule_is_part())).toBeVisible();
    await userEvent.selectOptions(choice, 'blue');
    await userEvent.click(screen.getByText('save'));
    await waitFor(() => expect(sent()).toHaveLength(2));
    expect(sent()[1]).toEqual({
      version: 1,
      pack: [
        { productId: 'soap', combinationId: 'blue', quantity: 2, isChosen: false, choices: [] },
        { productId: 'candle', combinationId: '', quantity: 1, isChosen: false, choices: [] },
      ],
      texts: [],
    });
  },
);

it('is taken apart, and offered to no product with combinations', async () => {
  const asked = answerWith({ ...PARTS, '/products/p': { body: { ...product, version: 2, pack: [] } } });
  renderStaffScreen(<Screen of={product} />, { permissions: ['catalog.write'] });
  await userEvent.click(await screen.findByRole('button', { name: m.db_sheet_remove({ name: 'Bougie' }) }));
  await userEvent.click(screen.getByText('save'));
  await waitFor(() => expect(asked.at(-1)?.body).toEqual({ version: 1, pack: [], texts: [] }));
  renderStaffScreen(<Screen of={soap} />, { permissions: ['catalog.write'] });
  expect(screen.getByText(m.db_pack_combined())).toBeVisible();
});

it('moves a part as often as its button is pressed, and hands the place of one that is taken out on', async () => {
  answerWith(PARTS);
  const part = (productId: string, combinationId = '') => ({ productId, combinationId, quantity: 1 });
  const pack = [part('candle'), part('soap', 'red'), part('soap', 'blue')];
  renderStaffScreen(<Screen of={{ ...product, pack }} />, { permissions: ['catalog.write'] });
  await screen.findByText('Bougie');
  const chosen = () =>
    screen.getAllByRole('listitem').map((row) => within(row).queryByRole('combobox')?.getAttribute('id'));
  const [, , blue] = chosen();
  screen.getAllByRole('button', { name: m.db_block_up({ name: 'Savon' }) })[1]?.focus();
  await userEvent.keyboard('{Enter}{Enter}');
  expect(chosen()[0]).toBe(blue);
  expect(screen.getByRole('status')).toHaveTextContent(m.db_block_moved({ name: 'Savon', place: '1' }));
  // At the end the button stays where the focus is.
  expect(screen.getAllByRole('button', { name: m.db_block_up({ name: 'Savon' }) })[0]).toHaveFocus();
  await userEvent.click(screen.getByRole('button', { name: m.db_sheet_remove({ name: 'Bougie' }) }));
  for (const left of [2, 1]) {
    const buttons = screen.getAllByRole('button', { name: m.db_sheet_remove({ name: 'Savon' }) });
    expect(buttons).toHaveLength(left);
    expect(buttons.at(-1)).toHaveFocus();
    await userEvent.keyboard('{Enter}');
  }
  expect(screen.getByLabelText(m.db_pack_add())).toHaveFocus();
});

it('lets the customer choose, among some, at the sum less a discount', async () => {
  const asked = answerWith({ ...PARTS, '/products/p': { body: { ...product, version: 2 } } });
  const pack = [...product.pack, { productId: 'soap', combinationId: 'red', quantity: 1 }];
  renderStaffScreen(<Screen of={{ ...product, pack }} />, { permissions: ['catalog.write'] });
  await userEvent.click(await screen.findByRole('radio', { name: m.db_pack_flexible() }));
  expect(screen.getByLabelText(m.db_pack_combination({ name: 'Savon' }))).toHaveDisplayValue(
    m.db_pack_chosen(),
  );
  await userEvent.click(screen.getByText(m.db_pack_choices_all()));
  await userEvent.click(screen.getByRole('checkbox', { name: 'Rouge' }));
  await userEvent.click(screen.getByRole('radio', { name: m.db_pack_price_sum() }));
  const off = screen.getByLabelText(m.db_pack_off_value());
  await userEvent.clear(off);
  await userEvent.type(off, '10');
  expect(screen.getByText(m.db_pack_sum(), { exact: false })).toHaveTextContent(/1\s?800,00/);
  await userEvent.click(screen.getByText('save'));
  await waitFor(() =>
    expect(asked.at(-1)?.body).toEqual({
      version: 1,
      pack: [
        { productId: 'candle', combinationId: '', quantity: 1, isChosen: false, choices: [] },
        { productId: 'soap', combinationId: '', quantity: 1, isChosen: true, choices: ['blue'] },
      ],
      packPrice: { kind: 'sum', ruleType: 'percentage', value: 10 },
      texts: [],
    }),
  );
});
