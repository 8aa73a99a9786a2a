/** The pages of text, each of them, and a new one. */
import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { FileText } from 'lucide-react';
import { m } from '@/i18n/paraglide.gen/messages.js';
import type { ScreenInfo } from '../../recipe/screen.ts';
import { root } from '../../root.tsx';
import { cmsPageList, cmsPageQuery, cmsPagesQuery } from './queries.ts';

const screen: ScreenInfo = { title: m.db_cms_title, permission: 'content.write' };

export const cmsPages = createRoute({
  getParentRoute: () => root,
  path: '/cms-pages',
  validateSearch: cmsPageList.validate,
  loaderDeps: ({ search }) => search,
  loader: ({ context, deps }) => void context.queries.prefetchQuery(cmsPagesQuery(deps)),
  staticData: { screen: { ...screen, nav: { group: 'shop', order: 27, icon: FileText, isRare: true } } },
  component: lazyRouteComponent(() => import('./cms-pages-page.tsx'), 'CmsPagesPage'),
});

export const newCmsPage = createRoute({
  getParentRoute: () => root,
  path: '/cms-pages/new',
  staticData: { screen: { ...screen, title: m.db_cms_new } },
  component: lazyRouteComponent(() => import('./cms-page-page.tsx'), 'NewCmsPagePage'),
});

export const cmsPage = createRoute({
  getParentRoute: () => root,
  path: '/cms-pages/$id',
  loader: ({ context, params }) => void context.queries.prefetchQuery(cmsPageQuery(params.id)),
  staticData: { screen },
  component: lazyRouteComponent(() => import('./cms-page-page.tsx'), 'CmsPagePage'),
});
