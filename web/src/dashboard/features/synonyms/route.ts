/** Words that mean the same to who searches. */
import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { Search } from 'lucide-react';
import { m } from '@/i18n/paraglide.gen/messages.js';
import { root } from '../../root.tsx';
import { synonymList, synonymsQuery } from './queries.ts';

export const synonyms = createRoute({
  getParentRoute: () => root,
  path: '/synonyms',
  validateSearch: synonymList.validate,
  loaderDeps: ({ search }) => search,
  loader: ({ context, deps }) => void context.queries.prefetchQuery(synonymsQuery(deps)),
  staticData: {
    screen: {
      title: m.db_synonyms_title,
      permission: 'catalog.read',
      nav: { group: 'catalog', order: 55, icon: Search, isRare: true },
    },
  },
  component: lazyRouteComponent(() => import('./synonyms-page.tsx'), 'SynonymsPage'),
});
