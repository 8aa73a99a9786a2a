import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it } from 'vitest';
import { m } from '@/i18n/paraglide.gen/messages.js';
import { answerWith } from '@/testing/answers.ts';
import type { Feature } from '../../data/types.ts';
import { PRODUCT } from '../../testing/product.ts';
import { renderStaffScreen } from '../../testing/render-staff-screen.tsx';
import { SheetSection } from './sheet-section.tsx';
import { useProductForm } from './use-product-form.ts';

const texts = (fr: string) => ({ fr, ar: '', en: '' });
const feature = (id: string, fr: string, input: Feature['input']): Feature => ({
  id,
  version: 1,
  kind: id,
  input,
  name: texts(fr),
  unit: texts(input === 'number' ? 'cm' : ''),
  options: input === 'choice' ? [{ id: 'linen', name: texts('Lin') }] : [],
  position: 1,
  isChanging: false,
});
const features = [feature('size', 'Longueur', 'number'), feature('cloth', 'Tissu', 'choice')];
const product = {
  ...PRODUCT,
  features: [
    {
      featureId: 'cloth',
      kind: 'cloth',
      label: texts('Tissu'),
      words: texts('Lin'),
      value: { optionId: 'linen' },
    },
  ],
};

function Screen() {
  const form = useProductForm(product);
  return (
    <>
      <SheetSection product={product} form={form} />
      <button type="button" onClick={() => void form.save()}>
        save
      </button>
    </>
  );
}

it('says each feature once, with a value of its kind, and sends the sheet whole', async () => {
  const asked = answerWith({
    '/dashboard/api/features': { body: features },
    '/dashboard/api/feature-sets': { body: [] },
    '/dashboard/api/products/p': { body: { ...product, version: 2 } },
  });
  renderStaffScreen(<Screen />, { permissions: ['catalog.write'] });
  expect(await screen.findByLabelText('Tissu')).toHaveValue('linen');
  const add = screen.getByLabelText(m.db_sheet_add());
  expect([...add.querySelectorAll('option')].map(({ textContent }) => textContent)).toEqual([
    m.db_choose(),
    'Longueur',
  ]);
  await userEvent.selectOptions(add, 'size');
  expect(screen.queryByLabelText('Longueur')).toBeNull();
  await userEvent.click(screen.getByRole('button', { name: m.db_sheet_add_of({ name: 'Longueur' }) }));
  expect(screen.queryByLabelText(m.db_sheet_add())).toBeNull();
  const sent = () => asked.filter(({ method }) => method === 'PATCH');
  await userEvent.click(screen.getByText('save'));
  expect(screen.getByLabelText('Longueur')).toHaveAccessibleDescription(m.db_rule_decimal());
  expect(sent()).toEqual([]);
  await userEvent.type(screen.getByLabelText('Longueur'), '92,5');
  await userEvent.click(screen.getByText('save'));
  expect(sent().map(({ body }) => body)).toEqual([
    {
      version: 1,
      features: [
        { featureId: 'cloth', value: { optionId: 'linen' } },
        { featureId: 'size', value: { number: '92.5' } },
      ],
      texts: [],
    },
  ]);
  await userEvent.click(screen.getByRole('button', { name: m.db_sheet_remove({ name: 'Tissu' }) }));
  expect(screen.queryByLabelText('Tissu')).toBeNull();
});

it.each(['fr', 'ar'] as const)('adds what of a set is not said yet, empty, in %s', async (locale) => {
  const sets = [
    { id: 'dress', version: 1, name: 'Vêtement', features: ['size', 'cloth'] },
    { id: 'known', version: 1, name: 'Tissu seul', features: ['cloth'] },
  ];
  answerWith({
    '/dashboard/api/features': { body: features },
    '/dashboard/api/feature-sets': { body: sets },
  });
  renderStaffScreen(<Screen />, { permissions: ['catalog.write'], locale });
  const add = await screen.findByLabelText(m.db_sheet_add_set());
  const offered = [...add.querySelectorAll('option')].map(({ textContent }) => textContent);
  expect(offered).toEqual([m.db_choose(), 'Vêtement']);
  await userEvent.selectOptions(add, 'dress');
  await userEvent.keyboard('{Tab}{Enter}');
  expect(screen.getByLabelText('Longueur')).toHaveValue('');
  expect(screen.getByLabelText('Tissu')).toHaveValue('linen');
  expect(screen.queryByLabelText(m.db_sheet_add_set())).toBeNull();
});

it('offers what the products of its category are described by first, by one press', async () => {
  const sets = [
    { id: 'known', version: 1, name: 'Autre', features: ['size'] },
    { id: 'dress', version: 1, name: 'Vêtement', features: ['size', 'cloth'] },
  ];
  answerWith({
    '/dashboard/api/features': { body: features },
    '/dashboard/api/feature-sets': { body: sets },
    [`/dashboard/api/categories/${product.categoryId}`]: { body: { featureSetId: 'dress' } },
  });
  renderStaffScreen(<Screen />, { permissions: ['catalog.write'] });
  const name = m.db_sheet_add_suggested({ name: 'Vêtement' });
  await userEvent.click(await screen.findByRole('button', { name }));
  expect(screen.getByLabelText('Longueur')).toHaveFocus();
  expect(screen.queryByRole('button', { name })).toBeNull();
});

it('asks for a value of the kind that a feature’s values have by now', async () => {
  const asked = answerWith({
    '/dashboard/api/features': { body: [feature('cloth', 'Tissu', 'number')] },
    '/dashboard/api/feature-sets': { body: [] },
    '/dashboard/api/products/p': { body: { ...product, version: 2 } },
  });
  renderStaffScreen(<Screen />, { permissions: ['catalog.write'] });
  const field = await screen.findByLabelText('Tissu');
  expect(field).toHaveValue('');
  await userEvent.type(field, '12');
  await userEvent.click(screen.getByText('save'));
  expect(asked.find(({ method }) => method === 'PATCH')?.body).toMatchObject({
    features: [{ featureId: 'cloth', value: { number: '12' } }],
  });
});
