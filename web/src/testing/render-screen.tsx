/** Puts a piece of a screen where it lives: a language, a router, a query cache with what it would have been told. */
import { type QueryClient, QueryClientProvider } from '@tanstack/react-query';
import {
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  RouterContextProvider,
} from '@tanstack/react-router';
import { render } from '@testing-library/react';
import type { ReactNode } from 'react';
import { makeQueryClient } from '@/api/query.ts';
import { type Locale, startLocale } from '@/i18n/locale.ts';

interface Place {
  locale?: Locale;
  /** Where its router is. */
  path?: string;
  queries?: QueryClient;
}

function anyRouter(path: string) {
  const staticData = { screen: null };
  const root = createRootRoute({ staticData });
  const all = createRoute({ getParentRoute: () => root, path: '$', staticData });
  return createRouter({
    routeTree: root.addChildren([all]),
    history: createMemoryHistory({ initialEntries: [path] }),
  });
}

export function renderScreen(
  screen: ReactNode,
  { locale = 'fr', path = '/', queries = makeQueryClient() }: Place = {},
) {
  startLocale(locale);
  const router = anyRouter(path);
  const placed = (piece: ReactNode) => (
    <QueryClientProvider client={queries}>
      <RouterContextProvider router={router}>{piece}</RouterContextProvider>
    </QueryClientProvider>
  );
  const rendered = render(placed(screen));
  const { history } = router;
  return { ...rendered, history, router, rerender: (piece: ReactNode) => rendered.rerender(placed(piece)) };
}
