/** Where the day begins. */
import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { House } from 'lucide-react';
import { m } from '@/i18n/paraglide.gen/messages.js';
import { root } from '../../root.tsx';

export const home = createRoute({
  getParentRoute: () => root,
  path: '/',
  staticData: {
    screen: { title: m.db_nav_home, permission: null, nav: { group: 'top', order: 10, icon: House } },
  },
  component: lazyRouteComponent(() => import('./home-page.tsx'), 'HomePage'),
});
