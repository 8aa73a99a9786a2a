/** The orders, each of them, their papers, and one that staff make. */
import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { Inbox } from 'lucide-react';
import { m } from '@/i18n/paraglide.gen/messages.js';
import type { ScreenInfo } from '../../recipe/screen.ts';
import { root } from '../../root.tsx';
import { validatePapers } from './papers/search.ts';
import { orderQuery, ordersQuery } from './queries.ts';
import { orderList } from './search.ts';

const screen: ScreenInfo = { title: m.db_nav_orders, permission: 'orders.read' };

export const orders = createRoute({
  getParentRoute: () => root,
  path: '/orders',
  validateSearch: orderList.validate,
  loaderDeps: ({ search }) => search,
  loader: ({ context, deps }) => void context.queries.prefetchQuery(ordersQuery(deps)),
  staticData: { screen: { ...screen, nav: { group: 'sales', order: 10, icon: Inbox } } },
  component: lazyRouteComponent(() => import('./orders-page.tsx'), 'OrdersPage'),
});

export const newOrder = createRoute({
  getParentRoute: () => root,
  path: '/orders/new',
  staticData: { screen: { title: m.db_new_order, permission: 'orders.confirm' } },
  component: lazyRouteComponent(() => import('./new/new-order-page.tsx'), 'NewOrderPage'),
});

export const orderPapers = createRoute({
  getParentRoute: () => root,
  path: '/orders/papers',
  validateSearch: validatePapers,
  staticData: { screen: { ...screen, title: m.db_papers_title } },
  component: lazyRouteComponent(() => import('./papers/papers-page.tsx'), 'PapersPage'),
});

export const order = createRoute({
  getParentRoute: () => root,
  path: '/orders/$id',
  loader: ({ context, params }) => void context.queries.prefetchQuery(orderQuery(params.id)),
  staticData: { screen: screen },
  component: lazyRouteComponent(() => import('./order-page.tsx'), 'OrderPage'),
});
