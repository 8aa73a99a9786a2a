/** The features, each of them, and a new one. */
import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { ListChecks } from 'lucide-react';
import { m } from '@/i18n/paraglide.gen/messages.js';
import { featuresQuery } from '../../data/features.ts';
import type { ScreenInfo } from '../../recipe/screen.ts';
import { root } from '../../root.tsx';
import { featureQuery } from './queries.ts';

const screen: ScreenInfo = { title: m.db_features_title, permission: 'catalog.read' };

export const features = createRoute({
  getParentRoute: () => root,
  path: '/features',
  loader: ({ context }) => void context.queries.prefetchQuery(featuresQuery),
  staticData: { screen: { ...screen, nav: { group: 'catalog', order: 27, icon: ListChecks, isRare: true } } },
  component: lazyRouteComponent(() => import('./features-page.tsx'), 'FeaturesPage'),
});

export const newFeature = createRoute({
  getParentRoute: () => root,
  path: '/features/new',
  staticData: { screen: { title: m.db_feature_new, permission: 'catalog.write' } },
  component: lazyRouteComponent(() => import('./feature-page.tsx'), 'NewFeaturePage'),
});

export const feature = createRoute({
  getParentRoute: () => root,
  path: '/features/$id',
  loader: ({ context, params }) => void context.queries.prefetchQuery(featureQuery(params.id)),
  staticData: { screen },
  component: lazyRouteComponent(() => import('./feature-page.tsx'), 'FeaturePage'),
});
