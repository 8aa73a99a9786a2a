/** The stock of each warehouse, and goods that come into one. */
import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { Boxes } from 'lucide-react';
import { m } from '@/i18n/paraglide.gen/messages.js';
import { root } from '../../root.tsx';
import { type StockSearch, stockList } from './search.ts';

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

export const receive = createRoute({
  getParentRoute: () => root,
  path: '/stock/receive',
  validateSearch: ({ warehouse }: Record<string, unknown>): Pick<StockSearch, 'warehouse'> =>
    typeof warehouse === 'string' && warehouse ? { warehouse } : {},
  staticData: { screen: { title: m.db_receipt, permission: 'stock.write' } },
  component: lazyRouteComponent(() => import('./receive/receive-page.tsx'), 'ReceivePage'),
});
