/** One's own account. */
import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { m } from '@/i18n/paraglide.gen/messages.js';
import { root } from '../../root.tsx';
import { accountQuery } from './queries.ts';

export const account = createRoute({
  getParentRoute: () => root,
  path: '/account',
  loader: ({ context }) => void context.queries.prefetchQuery(accountQuery),
  staticData: { screen: { title: m.db_account_title, permission: null } },
  component: lazyRouteComponent(() => import('./account-page.tsx'), 'AccountPage'),
});
