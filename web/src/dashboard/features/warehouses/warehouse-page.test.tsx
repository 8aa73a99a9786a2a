import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it } from 'vitest';
import { m } from '@/i18n/paraglide.gen/messages.js';
import { answerWith } from '@/testing/answers.ts';
import { renderStaffScreen } from '../../testing/render-staff-screen.tsx';
import { NEW_WAREHOUSE } from './draft.ts';
import { WarehouseActions } from './warehouse-actions.tsx';
import { WarehouseForm } from './warehouse-form.tsx';

const WILAYAS = [{ id: '31', isoCode: 'DZ-31', name: 'Oran', nameAr: 'وهران', deliverable: true }];
const oran = { ...NEW_WAREHOUSE, id: 'w', version: 3, name: 'Oran', wilayaId: '31' };
const PERMISSIONS = { permissions: ['warehouses.write', 'stock.read'] };

it.each(['fr', 'ar'] as const)('makes a warehouse once it has all that it needs, in %s', async (locale) => {
  const asked = answerWith({ '/wilayas': { body: WILAYAS }, '/warehouses': { status: 201, body: oran } });
  renderStaffScreen(<WarehouseForm warehouse={NEW_WAREHOUSE} />, { ...PERMISSIONS, locale });
  await userEvent.type(screen.getByLabelText(m.db_warehouse_name()), 'Oran');
  const save = screen.getByRole('button', { name: new RegExp(m.db_product_save_all()) });
  await userEvent.click(save);
  const wilaya = screen.getByLabelText(m.db_warehouse_wilaya());
  expect(wilaya).toHaveAccessibleDescription(m.db_field_required());
  await userEvent.type(wilaya, '31');
  await screen.findByRole('option', { name: /31/ });
  await userEvent.keyboard('{Enter}');
  await userEvent.click(save);
  await waitFor(() => expect(asked.some(({ method }) => method === 'POST')).toBe(true));
  const sent = asked.find(({ method }) => method === 'POST')?.body;
  expect(sent).toMatchObject({ name: 'Oran', wilayaId: '31', priority: 1 });
});

it('says how many pieces keep it open', async () => {
  const facts = { reserved: 12 };
  answerWith({ '/warehouses/w': { status: 409, body: { code: 'inventory.warehouse_reserved', facts } } });
  renderStaffScreen(<WarehouseActions warehouse={oran} />, PERMISSIONS);
  await userEvent.click(screen.getByRole('button', { name: m.db_warehouse_close() }));
  await userEvent.click(screen.getByRole('button', { name: m.db_warehouse_close() }));
  const refusal = await screen.findByRole('alert');
  expect(refusal.textContent).toContain(m.db_warehouse_reserved());
  expect(refusal.textContent).toContain('12');
});

it('opens a closed one without asking', async () => {
  const asked = answerWith({ '/warehouses/w': { body: { ...oran, version: 4 } } });
  renderStaffScreen(<WarehouseActions warehouse={{ ...oran, isActive: false }} />, PERMISSIONS);
  await userEvent.click(screen.getByRole('button', { name: m.db_warehouse_reopen() }));
  await waitFor(() => expect(asked[0]?.body).toEqual({ version: 3, isActive: true }));
});

it('closes what was asked about, and what it became only once that was said', async () => {
  const renamed = { ...oran, version: 4, name: 'Oran Est' };
  const answers = [
    { status: 409, body: { code: 'inventory.stale_version', current: renamed } },
    { body: { ...renamed, version: 5, isActive: false } },
  ];
  const asked = answerWith({ '/warehouses/w': () => answers.shift() ?? {} });
  const { rerender } = renderStaffScreen(<WarehouseActions warehouse={oran} />, PERMISSIONS);
  await userEvent.click(screen.getByRole('button', { name: m.db_warehouse_close() }));
  rerender(<WarehouseActions warehouse={renamed} />);
  const question = screen.getByRole('dialog');
  expect(question).toHaveAccessibleName(m.db_warehouse_close_title({ name: 'Oran' }));
  const close = within(question).getByRole('button', { name: m.db_warehouse_close() });
  await userEvent.click(close);
  expect(await within(question).findByRole('alert')).toBeVisible();
  expect(question).toHaveAccessibleName(m.db_warehouse_close_title({ name: 'Oran Est' }));
  await userEvent.click(close);
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  const sent = asked.filter(({ method }) => method === 'PATCH').map(({ body }) => body);
  expect(sent).toEqual([
    { version: 3, isActive: false },
    { version: 4, isActive: false },
  ]);
});
