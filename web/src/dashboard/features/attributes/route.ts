/** The attributes, each of them, and a new one. */
import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { SwatchBook } from 'lucide-react';
import { m } from '@/i18n/paraglide.gen/messages.js';
import { attributesQuery } from '../../data/attributes.ts';
import type { ScreenInfo } from '../../recipe/screen.ts';
import { root } from '../../root.tsx';
import { attributeQuery } from './queries.ts';

const screen: ScreenInfo = { title: m.db_attributes_title, permission: 'catalog.read' };

export const attributes = createRoute({
  getParentRoute: () => root,
  path: '/attributes',
  loader: ({ context }) => void context.queries.prefetchQuery(attributesQuery),
  staticData: { screen: { ...screen, nav: { group: 'catalog', order: 25, icon: SwatchBook, isRare: true } } },
  component: lazyRouteComponent(() => import('./attributes-page.tsx'), 'AttributesPage'),
});

export const newAttribute = createRoute({
  getParentRoute: () => root,
  path: '/attributes/new',
  staticData: { screen: { title: m.db_attribute_new, permission: 'catalog.write' } },
  component: lazyRouteComponent(() => import('./attribute-page.tsx'), 'NewAttributePage'),
});

export const attribute = createRoute({
  getParentRoute: () => root,
  path: '/attributes/$id',
  loader: ({ context, params }) => void context.queries.prefetchQuery(attributeQuery(params.id)),
  staticData: { screen },
  component: lazyRouteComponent(() => import('./attribute-page.tsx'), 'AttributePage'),
});
