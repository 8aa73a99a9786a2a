/** What shoppers searched and did not find. */
import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { SearchX } from 'lucide-react';
import { m } from '@/i18n/paraglide.gen/messages.js';
import { root } from '../../root.tsx';
import { noResultSearchesQuery } from './queries.ts';
import { noResultSearchList } from './search.ts';

export const noResultSearches = createRoute({
  getParentRoute: () => root,
  path: '/no-result-searches',
  validateSearch: noResultSearchList.validate,
  loaderDeps: ({ search }) => search,
  loader: ({ context, deps }) => void context.queries.prefetchQuery(noResultSearchesQuery(deps)),
  staticData: {
    screen: {
      title: m.db_searches_title,
      permission: 'catalog.read',
      nav: { group: 'catalog', order: 50, icon: SearchX, isRare: true },
    },
  },
  component: lazyRouteComponent(() => import('./no-result-searches-page.tsx'), 'NoResultSearchesPage'),
});
