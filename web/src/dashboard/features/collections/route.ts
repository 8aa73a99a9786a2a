/** The collections, each of them, and a new one. */
import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { Boxes } from 'lucide-react';
import { m } from '@/i18n/paraglide.gen/messages.js';
import type { ScreenInfo } from '../../recipe/screen.ts';
import { root } from '../../root.tsx';
import { collectionList, collectionQuery, collectionsQuery } from './queries.ts';

const screen: ScreenInfo = { title: m.db_collections_title, permission: 'catalog.read' };

export const collections = createRoute({
  getParentRoute: () => root,
  path: '/collections',
  validateSearch: collectionList.validate,
  loaderDeps: ({ search }) => search,
  loader: ({ context, deps }) => void context.queries.prefetchQuery(collectionsQuery(deps)),
  staticData: { screen: { ...screen, nav: { group: 'catalog', order: 22, icon: Boxes, isRare: true } } },
  component: lazyRouteComponent(() => import('./collections-page.tsx'), 'CollectionsPage'),
});

export const newCollection = createRoute({
  getParentRoute: () => root,
  path: '/collections/new',
  staticData: { screen: { title: m.db_collection_new, permission: 'catalog.write' } },
  component: lazyRouteComponent(() => import('./collection-page.tsx'), 'NewCollectionPage'),
});

export const collection = createRoute({
  getParentRoute: () => root,
  path: '/collections/$id',
  loader: ({ context, params }) => void context.queries.prefetchQuery(collectionQuery(params.id)),
  staticData: { screen },
  component: lazyRouteComponent(() => import('./collection-page.tsx'), 'CollectionPage'),
});
