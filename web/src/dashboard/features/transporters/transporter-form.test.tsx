import { fireEvent, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it } from 'vitest';
import { m } from '@/i18n/paraglide.gen/messages.js';
import { answerWith } from '@/testing/answers.ts';
import { Toasts } from '@/ui/rich/toasts.tsx';
import { renderStaffScreen } from '../../testing/render-staff-screen.tsx';
import { TransporterForm } from './transporter-form.tsx';
import { TransporterPrices } from './transporter-prices.tsx';

const WILAYAS = [
  { id: '01', isoCode: 'DZ-01', name: 'Adrar', nameAr: 'أدرار', deliverable: true },
  { id: '16', isoCode: 'DZ-16', name: 'Alger', nameAr: 'الجزائر', deliverable: true },
];
const rapide = { id: 't', version: 4, name: 'Rapide', logo: '', isActive: true, tariffs: [] };
const PERMISSIONS = { permissions: ['transporters.read', 'transporters.write'] };
const saveButton = () => screen.getByRole('button', { name: new RegExp(m.db_product_save_all()) });

it.each(['fr', 'ar'] as const)('fills a column down and saves its prices, in %s', async (locale) => {
  const asked = answerWith({
    '/wilayas': { body: WILAYAS },
    '/transporters/t': { body: { ...rapide, version: 5 } },
  });
  renderStaffScreen(<TransporterForm transporter={rapide} />, { ...PERMISSIONS, locale });
  const [first] = await screen.findAllByLabelText(new RegExp(`, ${m.db_tariff_home()}`));
  if (!first) throw new Error('no cell');
  await userEvent.type(first, '450,5');
  await userEvent.keyboard('{Control>}d{/Control}');
  await userEvent.click(saveButton());
  await waitFor(() => expect(asked.some(({ method }) => method === 'PATCH')).toBe(true));
  const body = asked.find(({ method }) => method === 'PATCH')?.body;
  expect(body).toMatchObject({
    version: 4,
    tariffs: [
      { wilayaId: '01', deliveryType: 'home', price: 450.5 },
      { wilayaId: '16', deliveryType: 'home', price: 450.5 },
    ],
  });
});

it('takes the logo away and leaves the prices', async () => {
  const asked = answerWith({
    '/wilayas': { body: WILAYAS },
    '/transporters/t': { body: { ...rapide, version: 5 } },
  });
  const logo = '/media/shop/00ff-160.jpg';
  renderStaffScreen(<TransporterForm transporter={{ ...rapide, logo }} />, PERMISSIONS);
  await userEvent.click(await screen.findByRole('button', { name: m.db_picture_remove() }));
  await userEvent.click(saveButton());
  await waitFor(() => expect(asked.some(({ method }) => method === 'PATCH')).toBe(true));
  const body = asked.find(({ method }) => method === 'PATCH')?.body;
  expect(body).toEqual({ version: 4, logo: '', tariffs: [] });
});

it('takes what a spreadsheet copied, and says which price can’t be read', async () => {
  const asked = answerWith({ '/wilayas': { body: WILAYAS } });
  const screenOf = (
    <>
      <TransporterForm transporter={rapide} />
      <Toasts dir="ltr" />
    </>
  );
  renderStaffScreen(screenOf, PERMISSIONS);
  const cell = await screen.findByLabelText(`01 Adrar, ${m.db_tariff_home()}`);
  fireEvent.paste(cell, { clipboardData: { getData: () => '400\t250\n2000000\tx\n' } });
  expect(cell).toHaveValue('400');
  expect(screen.getByLabelText(`01 Adrar, ${m.db_tariff_desk()}`)).toHaveValue('250');
  const wrong = screen.getByLabelText(`16 Alger, ${m.db_tariff_home()}`);
  expect(wrong).toHaveAccessibleDescription(m.db_tariff_price_invalid());
  expect(screen.getAllByText(m.db_tariff_price_invalid())).toHaveLength(2);
  await userEvent.click(saveButton());
  const field = `16 Alger, ${m.db_tariff_home()}`;
  const said = m.db_form_mistake({ field, mistake: m.db_tariff_price_invalid() });
  expect(await screen.findByText(said)).toBeVisible();
  expect(asked.some(({ method }) => method === 'PATCH')).toBe(false);
});

it.each([true, false])(
  'opens the wilaya of a price that can’t be read, communes known: %s',
  async (areKnown) => {
    const COMMUNES = [{ id: '1602', name: 'Bab El Oued', nameAr: 'باب الوادي', deliverable: true }];
    const asked = answerWith({ '/wilayas': { body: WILAYAS }, '/commune/wilaya/16': { body: COMMUNES } });
    const label = `Bab El Oued, ${m.db_tariff_desk()}`;
    const { unmount } = renderStaffScreen(<TransporterForm transporter={rapide} />, PERMISSIONS);
    await userEvent.click(await screen.findByRole('button', { name: '16 Alger' }));
    fireEvent.change(await screen.findByLabelText(label), { target: { value: '2000000' } });
    if (areKnown) {
      await userEvent.click(screen.getByRole('button', { name: '16 Alger' }));
    } else {
      // Its draft is taken up again.
      unmount();
      renderStaffScreen(<TransporterForm transporter={rapide} />, PERMISSIONS);
      await screen.findByRole('button', { name: '16 Alger' });
    }
    expect(screen.queryByLabelText(label)).toBeNull();
    await userEvent.keyboard('{Control>}s{/Control}');
    await waitFor(() => expect(screen.getByLabelText(label)).toHaveFocus());
    expect(screen.getByLabelText(label)).toBeInvalid();
    expect(asked.some(({ method }) => method === 'PATCH')).toBe(false);
    // Only a try opens it.
    await userEvent.click(screen.getByRole('button', { name: '16 Alger' }));
    expect(screen.queryByLabelText(label)).toBeNull();
  },
);

it('lays a file into the grid and names the lines that say nothing', async () => {
  const COMMUNES = [{ id: '1602', name: 'Bab El Oued', nameAr: 'باب الوادي', deliverable: true }];
  answerWith({ '/wilayas': { body: WILAYAS }, '/commune/wilaya/16': { body: COMMUNES } });
  renderStaffScreen(<TransporterForm transporter={rapide} />, PERMISSIONS);
  await screen.findByLabelText(`16 Alger, ${m.db_tariff_desk()}`);
  const file = new File(
    ['wilaya;commune;type;price\n16;;desk;300\n77;;home;1\n16;1602;home;9\n16;1699;home;9\n'],
    'tarifs.csv',
    { type: 'text/csv' },
  );
  await userEvent.upload(screen.getByLabelText(m.db_tariffs_import()), file);
  expect(await screen.findByRole('status')).toHaveTextContent(m.db_tariffs_wrong_lines({ lines: '3, 5' }));
  expect(screen.getByLabelText(`16 Alger, ${m.db_tariff_desk()}`)).toHaveValue('300');
});

it('says why a file can’t be read while the communes do not come', async () => {
  answerWith({
    '/wilayas': { body: WILAYAS },
    '/commune/wilaya/16': { status: 404, body: { code: 'not_found' } },
  });
  renderStaffScreen(<TransporterForm transporter={rapide} />, PERMISSIONS);
  const file = new File(['wilaya;commune;type;price\n16;1602;home;9\n'], 'tarifs.csv', { type: 'text/csv' });
  const input = screen.getByLabelText(m.db_tariffs_import());
  await userEvent.upload(input, file);
  await waitFor(() => expect(input).toBeInvalid());
  expect(screen.queryByRole('status')).toBeNull();
});

it('shows the prices of a wilaya and its communes to those who may only look', async () => {
  const COMMUNES = [{ id: '1602', name: 'Bab El Oued', nameAr: 'باب الوادي', deliverable: true }];
  answerWith({ '/wilayas': { body: WILAYAS }, '/commune/wilaya/16': { body: COMMUNES } });
  const own = {
    wilayaId: '16',
    communeId: '1602',
    deliveryType: 'desk',
    price: 250,
    delayMinHours: 24,
    delayMaxHours: 72,
    deskAddress: '',
  };
  const transporter = { ...rapide, tariffs: [own] };
  renderStaffScreen(<TransporterPrices transporter={transporter} />, { permissions: ['transporters.read'] });
  await userEvent.click(await screen.findByRole('button', { name: '16 Alger' }));
  const row = await screen.findByRole('row', { name: /Bab El Oued/ });
  expect(row).toHaveTextContent('250,00');
  expect(screen.queryByRole('textbox')).toBeNull();
});
