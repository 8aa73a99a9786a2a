/** What transporters have paid, each payment, and a new one. */
import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { Wallet } from 'lucide-react';
import { m } from '@/i18n/paraglide.gen/messages.js';
import type { ScreenInfo } from '../../recipe/screen.ts';
import { root } from '../../root.tsx';
import { paymentQuery, paymentsQuery } from './queries.ts';
import { newPaymentSearchSchema, paymentList } from './search.ts';

const screen: ScreenInfo = { title: m.db_nav_payments, permission: 'payments.read' };

export const payments = createRoute({
  getParentRoute: () => root,
  path: '/payments',
  validateSearch: paymentList.validate,
  loaderDeps: ({ search }) => search,
  loader: ({ context, deps }) => void context.queries.prefetchQuery(paymentsQuery(deps)),
  staticData: {
    screen: { ...screen, nav: { group: 'cash', order: 10, icon: Wallet, short: m.db_nav_payments_short } },
  },
  component: lazyRouteComponent(() => import('./payments-page.tsx'), 'PaymentsPage'),
});

export const newPayment = createRoute({
  getParentRoute: () => root,
  path: '/payments/new',
  validateSearch: newPaymentSearchSchema,
  staticData: { screen: { title: m.db_payments_new, permission: 'payments.write' } },
  component: lazyRouteComponent(() => import('./new-payment-page.tsx'), 'NewPaymentPage'),
});

export const payment = createRoute({
  getParentRoute: () => root,
  path: '/payments/$id',
  loader: ({ context, params }) => void context.queries.prefetchQuery(paymentQuery(params.id)),
  staticData: { screen: screen },
  component: lazyRouteComponent(() => import('./payment-page.tsx'), 'PaymentPage'),
});
