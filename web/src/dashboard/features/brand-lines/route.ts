/** The brand lines, each of them, and a new one. */
import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { Layers } from 'lucide-react';
import { m } from '@/i18n/paraglide.gen/messages.js';
import type { ScreenInfo } from '../../recipe/screen.ts';
import { root } from '../../root.tsx';
import { brandLineList, brandLineQuery, brandLinesQuery } from './queries.ts';

const screen: ScreenInfo = { title: m.db_lines_title, permission: 'catalog.read' };

export const brandLines = createRoute({
  getParentRoute: () => root,
  path: '/brand-lines',
  validateSearch: brandLineList.validate,
  loaderDeps: ({ search }) => search,
  loader: ({ context, deps }) => void context.queries.prefetchQuery(brandLinesQuery(deps)),
  staticData: { screen: { ...screen, nav: { group: 'catalog', order: 21, icon: Layers, isRare: true } } },
  component: lazyRouteComponent(() => import('./brand-lines-page.tsx'), 'BrandLinesPage'),
});

export const newBrandLine = createRoute({
  getParentRoute: () => root,
  path: '/brand-lines/new',
  validateSearch: ({ brand }: Record<string, unknown>): { brand?: string } =>
    typeof brand === 'string' ? { brand } : {},
  staticData: { screen: { title: m.db_line_new, permission: 'catalog.write' } },
  component: lazyRouteComponent(() => import('./brand-line-page.tsx'), 'NewBrandLinePage'),
});

export const brandLine = createRoute({
  getParentRoute: () => root,
  path: '/brand-lines/$id',
  loader: ({ context, params }) => void context.queries.prefetchQuery(brandLineQuery(params.id)),
  staticData: { screen },
  component: lazyRouteComponent(() => import('./brand-line-page.tsx'), 'BrandLinePage'),
});
