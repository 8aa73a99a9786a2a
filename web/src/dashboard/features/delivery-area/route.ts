/** Where the shop delivers. */
import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { MapPinned } from 'lucide-react';
import { m } from '@/i18n/paraglide.gen/messages.js';
import { areaQuery } from '../../data/places.ts';
import { root } from '../../root.tsx';

export const deliveryArea = createRoute({
  getParentRoute: () => root,
  path: '/delivery-area',
  loader: ({ context }) => void context.queries.prefetchQuery(areaQuery),
  staticData: {
    screen: {
      title: m.db_area_title,
      permission: 'transporters.read',
      nav: { group: 'sales', order: 91, icon: MapPinned, isRare: true },
    },
  },
  component: lazyRouteComponent(() => import('./delivery-area-page.tsx'), 'DeliveryAreaPage'),
});
