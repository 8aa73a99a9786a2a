import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { toast } from 'sonner';
import { afterEach, expect, it } from 'vitest';
import { m } from '@/i18n/paraglide.gen/messages.js';
import { answerWith } from '@/testing/answers.ts';
import { Toasts } from '@/ui/rich/toasts.tsx';
import { NO_TEXTS } from '../../recipe/inputs/language-texts.ts';
import { renderStaffScreen } from '../../testing/render-staff-screen.tsx';
import { ThemeForm } from './theme-form.tsx';

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
  theme: { info: '#003399' },
  logo: '',
  favicon: '',
  cooldownSeconds: 0,
  holdHours: 0,
  identity: { name: '', address: '', email: '', rc: '', nif: '', nis: '', ai: '' },
};

// What was said to one test is not shown to the next.
afterEach(() => void toast.dismiss());

it.each(['fr', 'ar'] as const)('saves a colour that can be read and no other, in %s', async (locale) => {
  const asked = answerWith({ '/dashboard/api/settings': { body: { ...settings, version: 4 } } });
  renderStaffScreen(<ThemeForm settings={settings} />, { permissions: ['content.write'], locale });
  const primary = screen.getByRole('textbox', { name: m.db_theme_primary() });
  await userEvent.clear(primary);
  await userEvent.type(primary, '#ffcc00');
  const save = screen.getByRole('button', { name: new RegExp(m.db_product_save_all()) });
  expect(primary).toHaveAccessibleDescription(expect.stringContaining('4,5'));
  await userEvent.click(save);
  expect(asked.some(({ method }) => method === 'PATCH')).toBe(false);
  await userEvent.clear(primary);
  await userEvent.type(primary, '#0A6B4F');
  await userEvent.click(save);
  await waitFor(() => expect(asked.some(({ method }) => method === 'PATCH')).toBe(true));
  expect(asked.find(({ method }) => method === 'PATCH')?.body).toEqual({
    version: 3,
    theme: { primary: '#0a6b4f', info: '#003399' },
  });
});

it('says of a text that it is no colour, and which one it stands in', async () => {
  const asked = answerWith({});
  renderStaffScreen(
    <>
      <ThemeForm settings={settings} />
      <Toasts dir="ltr" />
    </>,
    { permissions: ['content.write'] },
  );
  const primary = screen.getByRole('textbox', { name: m.db_theme_primary() });
  await userEvent.clear(primary);
  await userEvent.type(primary, '#0a6');
  expect(primary).toHaveAttribute('aria-invalid', 'true');
  expect(primary).toHaveAccessibleDescription(m.db_theme_no_color());
  await userEvent.tab();
  await userEvent.keyboard('{Control>}s{/Control}');
  await waitFor(() => expect(primary).toHaveFocus());
  expect(await screen.findByText(`${m.db_theme_primary()} : ${m.db_theme_no_color()}`)).toBeVisible();
  expect(asked.some(({ method }) => method === 'PATCH')).toBe(false);
});

it('goes back to the colours of the beginning', async () => {
  const asked = answerWith({ '/dashboard/api/settings': { body: { ...settings, version: 4, theme: {} } } });
  renderStaffScreen(<ThemeForm settings={settings} />, { permissions: ['content.write'], locale: 'fr' });
  await userEvent.click(screen.getByRole('button', { name: m.db_theme_reset() }));
  await userEvent.click(screen.getByRole('button', { name: new RegExp(m.db_product_save_all()) }));
  await waitFor(() => expect(asked.some(({ method }) => method === 'PATCH')).toBe(true));
  expect(asked.find(({ method }) => method === 'PATCH')?.body).toEqual({ version: 3, theme: {} });
});

it('shows the logo beside the colours, takes it away and sends nothing of the favicon', async () => {
  const shown = { ...settings, logo: '/media/shop/a-480.jpg', favicon: '/media/shop/b-160.jpg' };
  const asked = answerWith({ '/dashboard/api/settings': { body: { ...shown, version: 4, logo: '' } } });
  renderStaffScreen(<ThemeForm settings={shown} />, { permissions: ['content.write'], locale: 'fr' });
  expect(screen.getByRole('img', { name: 'Zahra' })).toHaveAttribute('src', shown.logo);
  const [removeLogo] = screen.getAllByRole('button', { name: m.db_picture_remove() });
  await userEvent.click(removeLogo as HTMLElement);
  expect(screen.queryByRole('img', { name: 'Zahra' })).not.toBeInTheDocument();
  await userEvent.click(screen.getByRole('button', { name: new RegExp(m.db_product_save_all()) }));
  await waitFor(() => expect(asked.some(({ method }) => method === 'PATCH')).toBe(true));
  expect(asked.find(({ method }) => method === 'PATCH')?.body).toEqual({
    version: 3,
    theme: settings.theme,
    logo: '',
  });
});
