/** The features and their sets, each of them, and a new one. */
import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { ListChecks } from 'lucide-react';
import { m } from '@/i18n/paraglide.gen/messages.js';
import { featureSetsQuery, featuresQuery } from '../../data/features.ts';
import type { ScreenInfo } from '../../recipe/screen.ts';
import { root } from '../../root.tsx';
import { featureQuery, featureSetQuery } from './queries.ts';

const screen: ScreenInfo = { title: m.db_features_title, permission: 'catalog.read' };
const setScreen: ScreenInfo = { title: m.db_feature_sets_title, permission: 'catalog.read' };

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

export const featureSets = createRoute({
  getParentRoute: () => root,
  path: '/feature-sets',
  loader: ({ context }) => void context.queries.prefetchQuery(featureSetsQuery),
  staticData: { screen: setScreen },
  component: lazyRouteComponent(() => import('./sets-page.tsx'), 'FeatureSetsPage'),
});

export const newFeatureSet = createRoute({
  getParentRoute: () => root,
  path: '/feature-sets/new',
  staticData: { screen: { ...setScreen, permission: 'catalog.write' } },
  component: lazyRouteComponent(() => import('./set-page.tsx'), 'NewFeatureSetPage'),
});

export const featureSet = createRoute({
  getParentRoute: () => root,
  path: '/feature-sets/$id',
  loader: ({ context, params }) => void context.queries.prefetchQuery(featureSetQuery(params.id)),
  staticData: { screen: setScreen },
  component: lazyRouteComponent(() => import('./set-page.tsx'), 'FeatureSetPage'),
});
