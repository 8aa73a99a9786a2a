/** The menus, each of their items, and a new one. */
import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { PanelTop } from 'lucide-react';
import { m } from '@/i18n/paraglide.gen/messages.js';
import type { ScreenInfo } from '../../recipe/screen.ts';
import { root } from '../../root.tsx';
import { isMenu, type MenuName } from './kinds.ts';
import { menuItemQuery, menuItemsQuery } from './queries.ts';

const screen: ScreenInfo = { title: m.db_menus_title, permission: 'content.write' };

export const menus = createRoute({
  getParentRoute: () => root,
  path: '/menus',
  loader: ({ context }) => void context.queries.prefetchQuery(menuItemsQuery),
  staticData: { screen: { ...screen, nav: { group: 'shop', order: 26, icon: PanelTop, isRare: true } } },
  component: lazyRouteComponent(() => import('./menus-page.tsx'), 'MenusPage'),
});

export const newMenuItem = createRoute({
  getParentRoute: () => root,
  path: '/menus/new',
  validateSearch: ({ menu }: Record<string, unknown>): { menu?: MenuName } => (isMenu(menu) ? { menu } : {}),
  staticData: { screen: { ...screen, title: m.db_menu_new } },
  component: lazyRouteComponent(() => import('./item-page.tsx'), 'NewItemPage'),
});

export const menuItem = createRoute({
  getParentRoute: () => root,
  path: '/menus/$id',
  loader: ({ context, params }) => void context.queries.prefetchQuery(menuItemQuery(params.id)),
  staticData: { screen },
  component: lazyRouteComponent(() => import('./item-page.tsx'), 'ItemPage'),
});
