/** Who changed what. */
import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { ScrollText } from 'lucide-react';
import { m } from '@/i18n/paraglide.gen/messages.js';
import { root } from '../../root.tsx';
import { journalQuery } from './queries.ts';
import { journalList } from './search.ts';

export const journal = createRoute({
  getParentRoute: () => root,
  path: '/journal',
  validateSearch: journalList.validate,
  loaderDeps: ({ search }) => search,
  loader: ({ context, deps }) => void context.queries.prefetchInfiniteQuery(journalQuery(deps)),
  staticData: {
    screen: {
      title: m.db_journal_title,
      permission: 'staff.manage',
      nav: { group: 'shop', order: 20, icon: ScrollText, isRare: true },
    },
  },
  component: lazyRouteComponent(() => import('./journal-page.tsx'), 'JournalPage'),
});
