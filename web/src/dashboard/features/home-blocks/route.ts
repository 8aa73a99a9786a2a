/** The blocks of the home page, each of them, and a new one. */
import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { LayoutTemplate } from 'lucide-react';
import { m } from '@/i18n/paraglide.gen/messages.js';
import type { ScreenInfo } from '../../recipe/screen.ts';
import { root } from '../../root.tsx';
import { blockQuery, blocksQuery } from './queries.ts';

const screen: ScreenInfo = { title: m.db_blocks_title, permission: 'content.write' };

export const homeBlocks = createRoute({
  getParentRoute: () => root,
  path: '/home-blocks',
  loader: ({ context }) => void context.queries.prefetchQuery(blocksQuery),
  staticData: {
    screen: { ...screen, nav: { group: 'shop', order: 25, icon: LayoutTemplate, isRare: true } },
  },
  component: lazyRouteComponent(() => import('./blocks-page.tsx'), 'BlocksPage'),
});

export const newHomeBlock = createRoute({
  getParentRoute: () => root,
  path: '/home-blocks/new',
  staticData: { screen: { ...screen, title: m.db_block_new } },
  component: lazyRouteComponent(() => import('./block-page.tsx'), 'NewBlockPage'),
});

export const homeBlock = createRoute({
  getParentRoute: () => root,
  path: '/home-blocks/$id',
  loader: ({ context, params }) => void context.queries.prefetchQuery(blockQuery(params.id)),
  staticData: { screen },
  component: lazyRouteComponent(() => import('./block-page.tsx'), 'BlockPage'),
});
