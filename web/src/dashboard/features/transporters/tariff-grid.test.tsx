import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it, vi } from 'vitest';
import { m } from '@/i18n/paraglide.gen/messages.js';
import { answerWith } from '@/testing/answers.ts';
import { renderStaffScreen } from '../../testing/render-staff-screen.tsx';
import { TariffGrid } from './tariff-grid.tsx';
import { DELIVERY_WORDS } from './words.ts';

const WILAYAS = [{ id: '16', isoCode: 'DZ-16', name: 'Alger', nameAr: 'الجزائر', deliverable: true }];
const COMMUNES = [{ id: '1602', name: 'Bab El Oued', nameAr: 'باب الوادي', deliverable: true }];
const mine = { price: '250', delay: '24-72', address: '', freeFrom: '' };

it.each([
  ['tariffs.16--home', { price: '300', delay: '24-48', address: 'Rue 2' }, '300 · 24-48 · Rue 2'],
  ['tariffs.16--home.delay', '12-24', '12-24'],
  ['tariffs.16-1602-desk', { price: '300', delay: '24-48', address: '', freeFrom: '' }, '300 · 24-48'],
  ['tariffs.16-1602-desk.address', 'Rue 3', 'Rue 3'],
])('lets it be decided at its cell what somebody else changed too: %s', async (path, theirs, words) => {
  answerWith({ '/wilayas': { body: WILAYAS }, '/commune/wilaya/16': { body: COMMUNES } });
  const settle = vi.fn();
  const tariffs = { '16--home': mine, '16-1602-desk': mine };
  const form = { conflicts: [{ path, theirs }], settle, tries: 0, frame: { current: null } };
  const edit = { form, onChange: vi.fn() };
  renderStaffScreen(<TariffGrid tariffs={tariffs} edit={edit} />, { permissions: ['transporters.write'] });
  const theirWords = await screen.findByText(words);
  const row = screen.getByRole('row', { name: path.includes('1602') ? /Bab El Oued/ : /16 Alger/ });
  expect(row).toContainElement(theirWords);
  await userEvent.click(within(row).getByRole('button', { name: m.db_conflict_theirs() }));
  expect(settle).toHaveBeenCalledWith(path, 'theirs');
});

it('says that the places did not come, and tries again', async () => {
  let fails = true;
  const failing = (body: unknown) => () => (fails ? { status: 404, body: { code: 'not_found' } } : { body });
  answerWith({ '/wilayas': failing(WILAYAS), '/commune/wilaya/16': failing(COMMUNES) });
  renderStaffScreen(<TariffGrid tariffs={{}} />, { permissions: ['transporters.read'] });
  const retry = await screen.findByRole('button', { name: m.db_retry() });
  fails = false;
  await userEvent.click(retry);
  const wilaya = await screen.findByRole('button', { name: '16 Alger' });
  fails = true;
  await userEvent.click(wilaya);
  const again = await screen.findByRole('button', { name: m.db_retry() });
  fails = false;
  await userEvent.click(again);
  expect(await screen.findByRole('row', { name: /Bab El Oued/ })).toBeVisible();
});

it('calls each price and detail as its column where a row is a card', async () => {
  answerWith({ '/wilayas': { body: WILAYAS } });
  renderStaffScreen(<TariffGrid tariffs={{ '16--home': mine }} />, { permissions: ['transporters.read'] });
  const cells = within(await screen.findByRole('row', { name: /16 Alger/ })).getAllByRole('cell');
  const labels = [DELIVERY_WORDS.home(), DELIVERY_WORDS.desk(), m.db_tariff_details()];
  expect(cells.map(({ dataset }) => dataset.label)).toEqual(labels);
});

it('completes a list of 58 wilayas by the prices of those that the new ones were made of', async () => {
  answerWith({ '/wilayas': { body: WILAYAS } });
  const form = { conflicts: [], settle: vi.fn(), tries: 0, frame: { current: null } };
  const onChange = vi.fn();
  const edit = { form, onChange };
  renderStaffScreen(<TariffGrid tariffs={{ '03--home': mine }} edit={edit} />, {
    permissions: ['transporters.write'],
  });
  await userEvent.click(await screen.findByRole('button', { name: m.db_tariffs_former() }));
  expect(onChange).toHaveBeenCalledWith({ '03--home': mine, '59--home': mine });
});
