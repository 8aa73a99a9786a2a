/** The warehouses, each of them, and a new one. */
import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { Warehouse as Icon } from 'lucide-react';
import { m } from '@/i18n/paraglide.gen/messages.js';
import { warehousesQuery } from '../../data/places.ts';
import type { ScreenInfo } from '../../recipe/screen.ts';
import { root } from '../../root.tsx';
import { warehouseQuery } from './queries.ts';

const screen: ScreenInfo = { title: m.db_warehouses_title, permission: 'warehouses.write' };

export const warehouses = createRoute({
  getParentRoute: () => root,
  path: '/warehouses',
  loader: ({ context }) => void context.queries.prefetchQuery(warehousesQuery),
  staticData: { screen: { ...screen, nav: { group: 'stock', order: 20, icon: Icon, isRare: true } } },
  component: lazyRouteComponent(() => import('./warehouses-page.tsx'), 'WarehousesPage'),
});

export const newWarehouse = createRoute({
  getParentRoute: () => root,
  path: '/warehouses/new',
  staticData: { screen: { ...screen, title: m.db_warehouse_new } },
  component: lazyRouteComponent(() => import('./warehouse-page.tsx'), 'NewWarehousePage'),
});

export const warehouse = createRoute({
  getParentRoute: () => root,
  path: '/warehouses/$id',
  loader: ({ context, params }) => void context.queries.prefetchQuery(warehouseQuery(params.id)),
  staticData: { screen },
  component: lazyRouteComponent(() => import('./warehouse-page.tsx'), 'WarehousePage'),
});
