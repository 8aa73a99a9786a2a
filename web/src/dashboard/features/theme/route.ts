/** The shop's colours. */
import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { Palette } from 'lucide-react';
import { m } from '@/i18n/paraglide.gen/messages.js';
import { settingsQuery } from '../../data/settings.ts';
import { root } from '../../root.tsx';

export const theme = createRoute({
  getParentRoute: () => root,
  path: '/theme',
  loader: ({ context }) => void context.queries.prefetchQuery(settingsQuery),
  staticData: {
    screen: {
      title: m.db_theme_title,
      permission: 'content.write',
      nav: { group: 'shop', order: 29, icon: Palette, isRare: true },
    },
  },
  component: lazyRouteComponent(() => import('./theme-page.tsx'), 'ThemePage'),
});
