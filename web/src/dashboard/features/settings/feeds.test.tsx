import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it } from 'vitest';
import { m } from '@/i18n/paraglide.gen/messages.js';
import { renderStaffScreen } from '../../testing/render-staff-screen.tsx';
import { Feeds } from './feeds.tsx';

it.each(['fr', 'ar'] as const)('copies the address of a feed, in %s', async (locale) => {
  const user = userEvent.setup();
  renderStaffScreen(<Feeds />, { permissions: ['content.write'], locale });
  expect(screen.getByText(`${window.location.origin}/feeds/fr.xml`)).toHaveAttribute('dir', 'ltr');
  await user.click(screen.getByRole('button', { name: m.db_feeds_copy({ language: m.db_lang_ar() }) }));
  expect(await navigator.clipboard.readText()).toBe(`${window.location.origin}/feeds/ar.xml`);
});
