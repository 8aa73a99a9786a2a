/** What a route says of its screen: menu, crumbs, forbidden page and browser tests read it, so nothing else lists screens. */
import { useRouterState } from '@tanstack/react-router';
import type { LucideIcon } from 'lucide-react';
import type { Permission } from '../permissions.ts';
import type { NavGroupName } from './nav-groups.ts';

export interface ScreenInfo {
  title: () => string;
  /** What one must be allowed to open it; `null`: nothing but being signed in. */
  permission: Permission | null;
  /** Its place in the menu; without it, the screen is reached from another. */
  nav?: NavPlace;
}

export interface NavPlace {
  group: NavGroupName;
  /** Lower comes first. */
  order: number;
  icon: LucideIcon;
  /** Under a thumb, where there is little room. */
  short?: () => string;
  /** No daily work: on a phone it is behind the menu's button. */
  isRare?: true;
}

declare module '@tanstack/react-router' {
  interface StaticDataRouteOption {
    /** `null`: a frame around screens. */
    screen: ScreenInfo | null;
  }
}

/** The screen of the open address; `null` where there is none. */
export function useScreen(): ScreenInfo | null {
  return useRouterState({ select: ({ matches }) => matches.at(-1)?.staticData.screen ?? null });
}

export function isOpenTo(screen: ScreenInfo | null, allowed: (permission: Permission) => boolean): boolean {
  return !screen?.permission || allowed(screen.permission);
}
