/** The stock of each warehouse. */
import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { Boxes } from 'lucide-react';
import { m } from '@/i18n/paraglide.gen/messages.js';
import { root } from '../../root.tsx';
import { stockList } from './search.ts';

export const stock = createRoute({
  getParentRoute: () => root,
  path: '/stock',
  validateSearch: stockList.validate,
  staticData: {
    screen: {
      title: m.db_nav_stock,
      permission: 'stock.read',
      nav: { group: 'stock', order: 10, icon: Boxes, short: m.db_nav_group_stock },
    },
  },
  component: lazyRouteComponent(() => import('./stock-page.tsx'), 'StockPage'),
});
