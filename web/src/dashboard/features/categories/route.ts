/** The category tree and each of its categories. */
import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { FolderTree } from 'lucide-react';
import { m } from '@/i18n/paraglide.gen/messages.js';
import { categoryQuery } from '../../data/categories.ts';
import type { ScreenInfo } from '../../recipe/screen.ts';
import { root } from '../../root.tsx';
import { treeQuery } from './queries.ts';

const screen: ScreenInfo = { title: m.db_categories_title, permission: 'catalog.read' };

export const categories = createRoute({
  getParentRoute: () => root,
  path: '/categories',
  loader: ({ context }) => void context.queries.prefetchQuery(treeQuery),
  staticData: { screen: { ...screen, nav: { group: 'catalog', order: 15, icon: FolderTree, isRare: true } } },
  component: lazyRouteComponent(() => import('./categories-page.tsx'), 'CategoriesPage'),
});

export const category = createRoute({
  getParentRoute: () => root,
  path: '/categories/$id',
  loader: ({ context, params }) => void context.queries.prefetchQuery(categoryQuery(params.id)),
  staticData: { screen },
  component: lazyRouteComponent(() => import('./category-page.tsx'), 'CategoryPage'),
});
