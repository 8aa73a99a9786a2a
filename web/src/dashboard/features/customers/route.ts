/** The customers, each of them, and a new one. */
import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { Contact } from 'lucide-react';
import { m } from '@/i18n/paraglide.gen/messages.js';
import type { ScreenInfo } from '../../recipe/screen.ts';
import { root } from '../../root.tsx';
import { customerQuery, customersQuery } from './queries.ts';
import { customerList } from './search.ts';

const screen: ScreenInfo = { title: m.db_customers_title, permission: 'orders.read' };

export const customers = createRoute({
  getParentRoute: () => root,
  path: '/customers',
  validateSearch: customerList.validate,
  loaderDeps: ({ search }) => search,
  loader: ({ context, deps }) => void context.queries.prefetchQuery(customersQuery(deps)),
  staticData: { screen: { ...screen, nav: { group: 'sales', order: 20, icon: Contact, isRare: true } } },
  component: lazyRouteComponent(() => import('./customers-page.tsx'), 'CustomersPage'),
});

export const newCustomer = createRoute({
  getParentRoute: () => root,
  path: '/customers/new',
  staticData: { screen: { title: m.db_customer_new, permission: 'orders.confirm' } },
  component: lazyRouteComponent(() => import('./customer-page.tsx'), 'NewCustomerPage'),
});

export const customer = createRoute({
  getParentRoute: () => root,
  path: '/customers/$id',
  loader: ({ context, params }) => void context.queries.prefetchQuery(customerQuery(params.id)),
  staticData: { screen },
  component: lazyRouteComponent(() => import('./customer-page.tsx'), 'CustomerPage'),
});
