import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it } from 'vitest';
import { m } from '@/i18n/paraglide.gen/messages.js';
import { answerWith } from '@/testing/answers.ts';
import { renderStaffScreen } from '../../testing/render-staff-screen.tsx';
import { CustomerForm } from './customer-form.tsx';
import { NEW_CUSTOMER } from './draft.ts';

const WILAYAS = [{ id: '16', isoCode: 'DZ-16', name: 'Alger', nameAr: 'الجزائر', deliverable: true }];
const COMMUNES = [{ id: '1601', name: 'Alger Centre', nameAr: 'الجزائر الوسطى', deliverable: true }];
const PLACES = { '/wilayas': { body: WILAYAS }, '/commune/wilaya/16': { body: COMMUNES } };
const amina = {
  ...NEW_CUSTOMER,
  id: 'a',
  phone: '0555123456',
  firstname: 'Amina',
  lastname: 'Haddad',
};
const PERMISSIONS = { permissions: ['orders.read', 'orders.confirm'] };
const save = () => screen.getByRole('button', { name: new RegExp(m.db_product_save_all()) });

it.each(['fr', 'ar'] as const)('offers the communes of the wilaya that is chosen, in %s', async (locale) => {
  const asked = answerWith({ ...PLACES, '/customers': { status: 201, body: { ...amina, version: 1 } } });
  renderStaffScreen(<CustomerForm customer={NEW_CUSTOMER} />, { ...PERMISSIONS, locale });
  await userEvent.type(screen.getByLabelText(m.db_customer_phone()), '0555123456');
  await userEvent.type(screen.getByLabelText(m.db_customer_firstname()), 'Amina');
  await userEvent.type(screen.getByLabelText(m.db_customer_lastname()), 'Haddad');
  const commune = screen.getByLabelText(m.db_customer_commune());
  expect(commune).toBeDisabled();
  await userEvent.click(screen.getByLabelText(m.db_customer_wilaya()));
  await userEvent.click(await screen.findByRole('option', { name: /16/ }));
  await userEvent.click(save());
  expect(commune).toHaveAccessibleDescription(m.db_field_required());
  await userEvent.click(commune);
  const name = locale === 'ar' ? 'الجزائر الوسطى' : 'Alger Centre';
  await userEvent.click(await screen.findByRole('option', { name }));
  expect(commune).toHaveValue(name);
  await userEvent.click(save());
  await waitFor(() => expect(asked.some(({ method }) => method === 'POST')).toBe(true));
  const sent = asked.find(({ method }) => method === 'POST')?.body;
  expect(sent).toMatchObject({ phone: '0555123456', wilayaId: '16', communeId: '1601', note: '' });
});

it('writes over what the newest order says, and says what the shop refuses', async () => {
  const refusal = {
    code: 'orders.invalid_customer',
    errors: { note: [{ key: 'form.validation.note', text: 'at most 1000 characters' }] },
  };
  const asked = answerWith({ ...PLACES, '/customers/a': { status: 422, body: refusal } });
  renderStaffScreen(<CustomerForm customer={amina} />, PERMISSIONS);
  const note = screen.getByLabelText(m.db_customer_note());
  await userEvent.type(note, 'rappelle');
  await userEvent.click(save());
  await waitFor(() => expect(note).toHaveAccessibleDescription(new RegExp(m.db_rule_note())));
  const sent = asked.find(({ method }) => method === 'PATCH');
  expect(sent?.body).toEqual({ version: 0, note: 'rappelle' });
  expect(screen.queryByLabelText(m.db_customer_phone())).toBeNull();
});
