/** What shoppers wait for, and who waits. */
import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { BellRing } from 'lucide-react';
import { m } from '@/i18n/paraglide.gen/messages.js';
import { root } from '../../root.tsx';
import { restockItemList, restockItemsQuery, restockRequestList, restockRequestsQuery } from './queries.ts';

export const restockItems = createRoute({
  getParentRoute: () => root,
  path: '/restock',
  validateSearch: restockItemList.validate,
  loaderDeps: ({ search }) => search,
  loader: ({ context, deps }) => void context.queries.prefetchQuery(restockItemsQuery(deps)),
  staticData: {
    screen: {
      title: m.db_restock_title,
      permission: 'orders.confirm',
      nav: { group: 'sales', order: 30, icon: BellRing, isRare: true },
    },
  },
  component: lazyRouteComponent(() => import('./restock-page.tsx'), 'RestockPage'),
});

export const restockRequests = createRoute({
  getParentRoute: () => root,
  path: '/restock/people',
  validateSearch: restockRequestList.validate,
  loaderDeps: ({ search }) => search,
  loader: ({ context, deps }) => void context.queries.prefetchQuery(restockRequestsQuery(deps)),
  staticData: { screen: { title: m.db_restock_people, permission: 'orders.confirm' } },
  component: lazyRouteComponent(() => import('./people-page.tsx'), 'PeoplePage'),
});
