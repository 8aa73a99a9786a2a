/** Goods on their way from one warehouse to another: all of them, and each. */
import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { Truck } from 'lucide-react';
import { m } from '@/i18n/paraglide.gen/messages.js';
import type { ScreenInfo } from '../../recipe/screen.ts';
import { root } from '../../root.tsx';
import { expeditionQuery, expeditionsQuery } from './queries.ts';
import { expeditionList } from './search.ts';

const screen: ScreenInfo = { title: m.db_expeditions_title, permission: 'stock.read' };

export const expeditions = createRoute({
  getParentRoute: () => root,
  path: '/expeditions',
  validateSearch: expeditionList.validate,
  loaderDeps: ({ search }) => search,
  loader: ({ context, deps }) => void context.queries.prefetchQuery(expeditionsQuery(deps)),
  staticData: { screen: { ...screen, nav: { group: 'stock', order: 15, icon: Truck, isRare: true } } },
  component: lazyRouteComponent(() => import('./expeditions-page.tsx'), 'ExpeditionsPage'),
});

export const expedition = createRoute({
  getParentRoute: () => root,
  path: '/expeditions/$id',
  loader: ({ context, params }) => void context.queries.prefetchQuery(expeditionQuery(params.id)),
  staticData: { screen },
  component: lazyRouteComponent(() => import('./expedition-page.tsx'), 'ExpeditionPage'),
});
