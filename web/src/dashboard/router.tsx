/** The screens and their addresses under `/admin`. Each is its own chunk; what it shows first is asked on the way. */
import type { QueryClient } from '@tanstack/react-query';
import {
  createRootRouteWithContext,
  createRoute,
  createRouter,
  lazyRouteComponent,
} from '@tanstack/react-router';
import { accountQuery } from './features/account/queries.ts';
import { employeeQuery, employeesQuery } from './features/employees/queries.ts';
import { employeeSearchSchema } from './features/employees/search.ts';
import { journalQuery } from './features/journal/queries.ts';
import { journalSearchSchema } from './features/journal/search.ts';
import { orderQuery, ordersQuery } from './features/orders/queries.ts';
import { orderSearchSchema } from './features/orders/search.ts';
import { paymentQuery, paymentsQuery } from './features/payments/queries.ts';
import { newPaymentSearchSchema, paymentSearchSchema } from './features/payments/search.ts';
import { productQuery, productsQuery } from './features/products/queries.ts';
import { productSearchSchema } from './features/products/search.ts';
import { stockSearchSchema } from './features/stock/search.ts';
import { ScreenNotFound } from './routes/not-found.tsx';
import { ScreenFailed } from './routes/screen-failed.tsx';
import { parseSearch, stringifySearch } from './search-params.ts';
import { AppShell } from './shell/app-shell.tsx';

interface Context {
  queries: QueryClient;
}

const root = createRootRouteWithContext<Context>()({ component: AppShell });

const home = createRoute({
  getParentRoute: () => root,
  path: '/',
  component: lazyRouteComponent(() => import('./features/home/home-page.tsx'), 'HomePage'),
});

const orders = createRoute({
  getParentRoute: () => root,
  path: '/orders',
  validateSearch: orderSearchSchema,
  loaderDeps: ({ search }) => search,
  loader: ({ context, deps }) => void context.queries.prefetchQuery(ordersQuery(deps)),
  component: lazyRouteComponent(() => import('./features/orders/orders-page.tsx'), 'OrdersPage'),
});

const order = createRoute({
  getParentRoute: () => root,
  path: '/orders/$id',
  loader: ({ context, params }) => void context.queries.prefetchQuery(orderQuery(params.id)),
  component: lazyRouteComponent(() => import('./features/orders/order-page.tsx'), 'OrderPage'),
});

const products = createRoute({
  getParentRoute: () => root,
  path: '/products',
  validateSearch: productSearchSchema,
  loaderDeps: ({ search }) => search,
  loader: ({ context, deps }) => void context.queries.prefetchQuery(productsQuery(deps)),
  component: lazyRouteComponent(() => import('./features/products/products-page.tsx'), 'ProductsPage'),
});

const product = createRoute({
  getParentRoute: () => root,
  path: '/products/$id',
  loader: ({ context, params }) => void context.queries.prefetchQuery(productQuery(params.id)),
  component: lazyRouteComponent(() => import('./features/products/product-page.tsx'), 'ProductPage'),
});

const stock = createRoute({
  getParentRoute: () => root,
  path: '/stock',
  validateSearch: stockSearchSchema,
  component: lazyRouteComponent(() => import('./features/stock/stock-page.tsx'), 'StockPage'),
});

const payments = createRoute({
  getParentRoute: () => root,
  path: '/payments',
  validateSearch: paymentSearchSchema,
  loaderDeps: ({ search }) => search,
  loader: ({ context, deps }) => void context.queries.prefetchQuery(paymentsQuery(deps)),
  component: lazyRouteComponent(() => import('./features/payments/payments-page.tsx'), 'PaymentsPage'),
});

const newPayment = createRoute({
  getParentRoute: () => root,
  path: '/payments/new',
  validateSearch: newPaymentSearchSchema,
  component: lazyRouteComponent(() => import('./features/payments/new-payment-page.tsx'), 'NewPaymentPage'),
});

const payment = createRoute({
  getParentRoute: () => root,
  path: '/payments/$id',
  loader: ({ context, params }) => void context.queries.prefetchQuery(paymentQuery(params.id)),
  component: lazyRouteComponent(() => import('./features/payments/payment-page.tsx'), 'PaymentPage'),
});

const employees = createRoute({
  getParentRoute: () => root,
  path: '/employees',
  validateSearch: employeeSearchSchema,
  loaderDeps: ({ search }) => search,
  loader: ({ context, deps }) => void context.queries.prefetchQuery(employeesQuery(deps)),
  component: lazyRouteComponent(() => import('./features/employees/employees-page.tsx'), 'EmployeesPage'),
});

const employee = createRoute({
  getParentRoute: () => root,
  path: '/employees/$id',
  loader: ({ context, params }) => void context.queries.prefetchQuery(employeeQuery(params.id)),
  component: lazyRouteComponent(() => import('./features/employees/employee-page.tsx'), 'EmployeePage'),
});

const account = createRoute({
  getParentRoute: () => root,
  path: '/account',
  loader: ({ context }) => void context.queries.prefetchQuery(accountQuery),
  component: lazyRouteComponent(() => import('./features/account/account-page.tsx'), 'AccountPage'),
});

const journal = createRoute({
  getParentRoute: () => root,
  path: '/journal',
  validateSearch: journalSearchSchema,
  loaderDeps: ({ search }) => search,
  loader: ({ context, deps }) => void context.queries.prefetchInfiniteQuery(journalQuery(deps)),
  component: lazyRouteComponent(() => import('./features/journal/journal-page.tsx'), 'JournalPage'),
});

const tree = root.addChildren([
  home,
  orders,
  order,
  products,
  product,
  stock,
  payments,
  newPayment,
  payment,
  employees,
  employee,
  account,
  journal,
]);

export function makeRouter(queries: QueryClient) {
  return createRouter({
    routeTree: tree,
    basepath: '/admin',
    context: { queries },
    defaultPreload: 'intent',
    scrollRestoration: true,
    parseSearch,
    stringifySearch,
    defaultNotFoundComponent: ScreenNotFound,
    defaultErrorComponent: ScreenFailed,
  });
}

export type DashboardRouter = ReturnType<typeof makeRouter>;

declare module '@tanstack/react-router' {
  interface Register {
    router: DashboardRouter;
  }
}
