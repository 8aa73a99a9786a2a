/** The promotions, each of them, and a new one. */
import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { BadgePercent } from 'lucide-react';
import { m } from '@/i18n/paraglide.gen/messages.js';
import type { ScreenInfo } from '../../recipe/screen.ts';
import { root } from '../../root.tsx';
import { promotionList, promotionQuery, promotionsQuery } from './queries.ts';

const screen: ScreenInfo = { title: m.db_promotions_title, permission: 'catalog.read' };

export const promotions = createRoute({
  getParentRoute: () => root,
  path: '/promotions',
  validateSearch: promotionList.validate,
  loaderDeps: ({ search }) => search,
  loader: ({ context, deps }) => void context.queries.prefetchQuery(promotionsQuery(deps)),
  staticData: {
    screen: { ...screen, nav: { group: 'catalog', order: 30, icon: BadgePercent, isRare: true } },
  },
  component: lazyRouteComponent(() => import('./promotions-page.tsx'), 'PromotionsPage'),
});

export const newPromotion = createRoute({
  getParentRoute: () => root,
  path: '/promotions/new',
  staticData: { screen: { title: m.db_promotion_new, permission: 'catalog.write' } },
  component: lazyRouteComponent(() => import('./promotion-page.tsx'), 'NewPromotionPage'),
});

export const promotion = createRoute({
  getParentRoute: () => root,
  path: '/promotions/$id',
  loader: ({ context, params }) => void context.queries.prefetchQuery(promotionQuery(params.id)),
  staticData: { screen },
  component: lazyRouteComponent(() => import('./promotion-page.tsx'), 'PromotionPage'),
});
