/** The transporters, and each of them with its delivery prices. */
import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { Truck } from 'lucide-react';
import { m } from '@/i18n/paraglide.gen/messages.js';
import type { ScreenInfo } from '../../recipe/screen.ts';
import { root } from '../../root.tsx';
import { transporterQuery, transportersQuery } from './queries.ts';

const screen: ScreenInfo = { title: m.db_transporters_title, permission: 'transporters.read' };

export const transporters = createRoute({
  getParentRoute: () => root,
  path: '/transporters',
  loader: ({ context }) => void context.queries.prefetchQuery(transportersQuery),
  staticData: { screen: { ...screen, nav: { group: 'sales', order: 90, icon: Truck, isRare: true } } },
  component: lazyRouteComponent(() => import('./transporters-page.tsx'), 'TransportersPage'),
});

export const transporter = createRoute({
  getParentRoute: () => root,
  path: '/transporters/$id',
  loader: ({ context, params }) => void context.queries.prefetchQuery(transporterQuery(params.id)),
  staticData: { screen },
  component: lazyRouteComponent(() => import('./transporter-page.tsx'), 'TransporterPage'),
});
