/** What the shop says of itself and how it sells. */
import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { Settings } from 'lucide-react';
import { m } from '@/i18n/paraglide.gen/messages.js';
import { settingsQuery } from '../../data/settings.ts';
import { root } from '../../root.tsx';

export const settings = createRoute({
  getParentRoute: () => root,
  path: '/settings',
  loader: ({ context }) => void context.queries.prefetchQuery(settingsQuery),
  staticData: {
    screen: {
      title: m.db_settings_title,
      permission: 'content.write',
      nav: { group: 'shop', order: 30, icon: Settings, isRare: true },
    },
  },
  component: lazyRouteComponent(() => import('./settings-page.tsx'), 'SettingsPage'),
});
