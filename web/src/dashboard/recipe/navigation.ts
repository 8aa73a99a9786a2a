/** The menu, read from the routes: what there is, in which group, for whom. */
import { type AnyRoute, type LinkProps, useRouter, useRouterState } from '@tanstack/react-router';
import type { LucideIcon } from 'lucide-react';
import type { Permission } from '../permissions.ts';
import { useAllowed } from '../session/use-session.ts';
import { GROUPS, type NavGroupName } from './nav-groups.ts';
import { isOpenTo, type ScreenInfo } from './screen.ts';

export interface NavEntry {
  to: LinkProps['to'] & string;
  icon: LucideIcon;
  label: () => string;
  short: () => string;
  isRare: boolean;
}

export interface NavGroup {
  name: NavGroupName;
  label: (() => string) | null;
  entries: readonly NavEntry[];
}

type Routes = Readonly<Record<string, AnyRoute>>;

/** The groups with what this person may open; empty groups fall away. */
export function navigation(routes: Routes, allowed: (permission: Permission) => boolean): NavGroup[] {
  const screens = Object.values(routes)
    .map((route) => ({ to: route.fullPath as NavEntry['to'], screen: screenOf(route) }))
    .filter(({ screen }) => isOpenTo(screen, allowed));
  const names = Object.keys(GROUPS) as NavGroupName[];
  return names
    .map((name) => ({ name, label: GROUPS[name], entries: entriesOf(name, screens) }))
    .filter(({ entries }) => entries.length > 0);
}

function screenOf(route: AnyRoute): ScreenInfo | null {
  return route.options.staticData?.screen ?? null;
}

interface Screen {
  to: NavEntry['to'];
  screen: ScreenInfo | null;
}

function entriesOf(name: NavGroupName, screens: readonly Screen[]): NavEntry[] {
  return screens
    .flatMap(({ to, screen }) => (screen?.nav?.group === name ? [{ to, screen, nav: screen.nav }] : []))
    .sort((one, other) => one.nav.order - other.nav.order)
    .map(({ to, screen, nav }) => ({
      to,
      icon: nav.icon,
      label: screen.title,
      short: nav.short ?? screen.title,
      isRare: nav.isRare ?? false,
    }));
}

/** The menu of who is signed in. */
export function useNavigation(): NavGroup[] {
  const router = useRouter();
  return navigation(router.routesById, useAllowed());
}

/** What stands in the menu under a thumb. */
export function tabs(groups: readonly NavGroup[]): NavEntry[] {
  return groups.flatMap((group) => group.entries).filter((entry) => !entry.isRare);
}

/** The screen above the open one in the addresses: `/orders` above `/orders/$id`. */
export function useParentScreen(): { to: NavEntry['to']; title: () => string } | null {
  const routes: Routes = useRouter().routesByPath;
  const path = useRouterState({ select: ({ matches }) => matches.at(-1)?.fullPath ?? '' });
  const above = path.replace(/\/[^/]+\/?$/, '');
  const parent = above && routes[above];
  const screen = parent ? screenOf(parent) : null;
  return screen && { to: above as NavEntry['to'], title: screen.title };
}
