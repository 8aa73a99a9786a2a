/** The shop closed for maintenance, and opened again. */
import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { DoorClosed } from 'lucide-react';
import { m } from '@/i18n/paraglide.gen/messages.js';
import { maintenanceQuery } from '../../data/maintenance.ts';
import { root } from '../../root.tsx';

export const maintenance = createRoute({
  getParentRoute: () => root,
  path: '/maintenance',
  loader: ({ context }) => void context.queries.prefetchQuery(maintenanceQuery),
  staticData: {
    screen: {
      title: m.db_maintenance_title,
      permission: 'shop.close',
      nav: { group: 'shop', order: 35, icon: DoorClosed, isRare: true },
    },
  },
  component: lazyRouteComponent(() => import('./maintenance-page.tsx'), 'MaintenancePage'),
});
