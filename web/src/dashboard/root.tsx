/** The frame that all screens stand in. */
import type { QueryClient } from '@tanstack/react-query';
import { createRootRouteWithContext } from '@tanstack/react-router';
import { AppShell } from './shell/app-shell.tsx';

/** What every route's loader is given. */
export interface RouteContext {
  queries: QueryClient;
}

export const root = createRootRouteWithContext<RouteContext>()({
  component: AppShell,
  staticData: { screen: null },
});
