/** What shoppers say of products, and each review. */
import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { MessageSquareQuote } from 'lucide-react';
import { m } from '@/i18n/paraglide.gen/messages.js';
import type { ScreenInfo } from '../../recipe/screen.ts';
import { root } from '../../root.tsx';
import { reviewList, reviewQuery, reviewsQuery } from './queries.ts';

const screen: ScreenInfo = { title: m.db_reviews_title, permission: 'reviews.moderate' };

export const reviews = createRoute({
  getParentRoute: () => root,
  path: '/reviews',
  validateSearch: reviewList.validate,
  loaderDeps: ({ search }) => search,
  loader: ({ context, deps }) => void context.queries.prefetchQuery(reviewsQuery(deps)),
  staticData: {
    screen: { ...screen, nav: { group: 'catalog', order: 40, icon: MessageSquareQuote, isRare: true } },
  },
  component: lazyRouteComponent(() => import('./reviews-page.tsx'), 'ReviewsPage'),
});

export const review = createRoute({
  getParentRoute: () => root,
  path: '/reviews/$id',
  loader: ({ context, params }) => void context.queries.prefetchQuery(reviewQuery(params.id)),
  staticData: { screen },
  component: lazyRouteComponent(() => import('./review-page.tsx'), 'ReviewPage'),
});
