import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Settings, Truck } from 'lucide-react';
import { expect, it } from 'vitest';
import { m } from '@/i18n/paraglide.gen/messages.js';
import { renderStaffScreen } from '../testing/render-staff-screen.tsx';
import { TabBar } from './tab-bar.tsx';

const GROUPS: Parameters<typeof TabBar>[0]['groups'] = [
  {
    name: 'shop',
    label: m.db_nav_group_shop,
    entries: [
      {
        to: '/expeditions',
        icon: Truck,
        label: m.db_expeditions_title,
        short: m.db_expeditions_title,
        isRare: false,
      },
      {
        to: '/settings',
        icon: Settings,
        label: m.db_settings_title,
        short: m.db_settings_title,
        isRare: true,
      },
    ],
  },
];

// The bar itself is shown on a phone alone.
it.each(['fr', 'ar'] as const)(
  'has behind its menu button all that the bar has no room for, in %s',
  async (locale) => {
    renderStaffScreen(<TabBar groups={GROUPS} waiting={{}} />, { permissions: [], locale });
    expect(screen.queryByRole('link', { name: m.db_settings_title() })).toBeNull();
    await userEvent.click(screen.getByRole('button', { name: m.db_nav_menu(), hidden: true }));
    const sections = within(screen.getByRole('dialog')).getByRole('region', { name: m.db_nav_group_shop() });
    await userEvent.click(within(sections).getByRole('link', { name: m.db_settings_title() }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  },
);
