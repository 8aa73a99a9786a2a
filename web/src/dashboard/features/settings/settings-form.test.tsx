import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it } from 'vitest';
import { m } from '@/i18n/paraglide.gen/messages.js';
import { answerWith } from '@/testing/answers.ts';
import { NO_TEXTS } from '../../recipe/inputs/language-texts.ts';
import { renderStaffScreen } from '../../testing/render-staff-screen.tsx';
import { SettingsForm } from './settings-form.tsx';

const settings = {
  version: 3,
  shopName: { ...NO_TEXTS, fr: 'Zahra' },
  phone: '',
  openingHours: NO_TEXTS,
  activeAddToCart: true,
  showLowestPrice: false,
  priceBasis: 'ht',
  promoMessages: [],
  promises: [],
  theme: {},
  logo: '',
  favicon: '',
  cooldownSeconds: 0,
  holdHours: 0,
  identity: { name: '', address: '', email: '', rc: '', nif: '', nis: '', ai: '' },
};

it.each(['fr', 'ar'] as const)('saves the phone and a promise, in %s', async (locale) => {
  const asked = answerWith({ '/dashboard/api/settings': { body: { ...settings, version: 4 } } });
  renderStaffScreen(<SettingsForm settings={settings} />, {
    permissions: ['content.write', 'orders.confirm'],
    locale,
  });
  await userEvent.type(screen.getByLabelText(m.db_settings_phone()), '0550123456');
  await userEvent.type(screen.getByLabelText(m.db_identity_rc()), '16/00-1234567');
  await userEvent.click(screen.getByRole('button', { name: m.db_promise_add() }));
  const hold = screen.getByLabelText(m.db_settings_hold());
  await userEvent.type(hold, '999');
  expect(hold).toHaveAccessibleDescription(expect.stringContaining('720'));
  await userEvent.clear(hold);
  await userEvent.type(hold, '24');
  const save = screen.getByRole('button', { name: new RegExp(m.db_product_save_all()) });
  await userEvent.click(save);
  const title = screen.getByRole('group', { name: m.db_promise_title({ n: 1 }) });
  const [french] = title.querySelectorAll('input');
  if (!french) throw new Error('no title');
  expect(french).toHaveAccessibleDescription(m.db_field_required());
  await userEvent.type(french, 'Paiement');
  await userEvent.click(save);
  await waitFor(() => expect(asked.some(({ method }) => method === 'PATCH')).toBe(true));
  expect(asked.find(({ method }) => method === 'PATCH')?.body).toEqual({
    version: 3,
    phone: '0550123456',
    holdHours: 24,
    identity: { ...settings.identity, rc: '16/00-1234567' },
    promises: [{ kind: 'payment', title: { ...NO_TEXTS, fr: 'Paiement' }, text: NO_TEXTS }],
  });
});

it('asks who has no orders for no times that orders wait', () => {
  renderStaffScreen(<SettingsForm settings={settings} />, { permissions: ['content.write'] });
  expect(screen.getByLabelText(m.db_settings_phone())).toBeVisible();
  expect(screen.queryByLabelText(m.db_settings_hold())).toBeNull();
});
