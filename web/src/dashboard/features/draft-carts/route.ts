/** Carts that shoppers left their phone for and did not order. */
import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { ShoppingCart } from 'lucide-react';
import { m } from '@/i18n/paraglide.gen/messages.js';
import { root } from '../../root.tsx';
import { draftCartList, draftCartsQuery } from './queries.ts';

export const draftCarts = createRoute({
  getParentRoute: () => root,
  path: '/draft-carts',
  validateSearch: draftCartList.validate,
  loaderDeps: ({ search }) => search,
  loader: ({ context, deps }) => void context.queries.prefetchQuery(draftCartsQuery(deps)),
  staticData: {
    screen: {
      title: m.db_drafts_title,
      permission: 'orders.confirm',
      nav: { group: 'sales', order: 25, icon: ShoppingCart, isRare: true },
    },
  },
  component: lazyRouteComponent(() => import('./draft-carts-page.tsx'), 'DraftCartsPage'),
});
