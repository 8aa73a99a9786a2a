/** The brands, each of them, and a new one. */
import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { Award } from 'lucide-react';
import { m } from '@/i18n/paraglide.gen/messages.js';
import type { ScreenInfo } from '../../recipe/screen.ts';
import { root } from '../../root.tsx';
import { brandList, brandQuery, brandsQuery } from './queries.ts';

const screen: ScreenInfo = { title: m.db_brands_title, permission: 'catalog.read' };

export const brands = createRoute({
  getParentRoute: () => root,
  path: '/brands',
  validateSearch: brandList.validate,
  loaderDeps: ({ search }) => search,
  loader: ({ context, deps }) => void context.queries.prefetchQuery(brandsQuery(deps)),
  staticData: { screen: { ...screen, nav: { group: 'catalog', order: 20, icon: Award, isRare: true } } },
  component: lazyRouteComponent(() => import('./brands-page.tsx'), 'BrandsPage'),
});

export const newBrand = createRoute({
  getParentRoute: () => root,
  path: '/brands/new',
  staticData: { screen: { title: m.db_brand_new, permission: 'catalog.write' } },
  component: lazyRouteComponent(() => import('./brand-page.tsx'), 'NewBrandPage'),
});

export const brand = createRoute({
  getParentRoute: () => root,
  path: '/brands/$id',
  loader: ({ context, params }) => void context.queries.prefetchQuery(brandQuery(params.id)),
  staticData: { screen },
  component: lazyRouteComponent(() => import('./brand-page.tsx'), 'BrandPage'),
});
