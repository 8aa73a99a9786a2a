import { useQuery } from '@tanstack/react-query';
import { Outlet, useRouterState } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { m } from '@/i18n/paraglide.gen/messages.js';
import { api } from '../data/api.ts';
import { useHotkeys } from '../hotkeys.ts';
import { isMenuCollapsed, rememberMenuCollapsed } from '../preferences.ts';
import { useNavigation } from '../recipe/navigation.ts';
import { isOpenTo, useScreen } from '../recipe/screen.ts';
import { SessionExpired } from '../session/session-expired.tsx';
import { useAllowed, useSignOut, useStaff } from '../session/use-session.ts';
import { ClosedBar } from './closed-bar.tsx';
import { Forbidden } from './forbidden.tsx';
import { SearchPalette } from './search-palette.tsx';
import * as shellStyles from './shell.module.css';
import { Shortcuts } from './shortcuts.tsx';
import { Sidebar } from './sidebar.tsx';
import { TabBar } from './tab-bar.tsx';
import { TopBar } from './top-bar.tsx';
import { useNumbersSelected } from './use-numbers-selected.ts';

/** The frame of every screen behind the door. */
export function AppShell() {
  const { employee } = useStaff();
  const allowed = useAllowed();
  const signOut = useSignOut();
  const [collapsed, setCollapsed] = useState(isMenuCollapsed);
  const [isSearching, setSearching] = useState(false);
  const [isHelping, setHelping] = useState(false);
  const isLoading = useRouterState({ select: (state) => state.isLoading });
  const screen = useScreen();
  useSearchKey(() => setSearching(true));
  useHotkeys({ '?': () => setHelping(true) });
  useNumbersSelected();
  const groups = useNavigation();
  const waiting = { '/orders': useWaitingOrders(allowed('orders.read')) };
  return (
    <div className={shellStyles.app} data-collapsed={collapsed}>
      <a href="#content" className={shellStyles.skipLink}>
        {m.db_skip_to_content()}
      </a>
      {isLoading && <div className={shellStyles.progress} />}
      <Sidebar
        groups={groups}
        waiting={waiting}
        collapsed={collapsed}
        onCollapse={(next) => {
          rememberMenuCollapsed(next);
          setCollapsed(next);
        }}
      />
      <div className={shellStyles.body}>
        <TopBar
          name={employee.name}
          roles={employee.roles}
          onSearch={() => setSearching(true)}
          onHelp={() => setHelping(true)}
          onSignOut={() => signOut.mutate()}
        />
        <main className={shellStyles.page} id="content" tabIndex={-1}>
          <ClosedBar />
          {isOpenTo(screen, allowed) ? <Outlet /> : <Forbidden />}
        </main>
      </div>
      <TabBar groups={groups} waiting={waiting} />
      {isSearching && <SearchPalette groups={groups} onClose={() => setSearching(false)} />}
      {isHelping && <Shortcuts onClose={() => setHelping(false)} />}
      <SessionExpired />
    </div>
  );
}

/** Orders that wait for a call. */
function useWaitingOrders(enabled: boolean): number {
  const { data } = useQuery({
    ...api.queryOptions(
      'get',
      '/dashboard/api/summary',
      {},
      { meta: { live: ['order', 'stock', 'payment'] } },
    ),
    enabled,
  });
  return (data?.counts.placed ?? 0) + (data?.counts.unreachable ?? 0);
}

/** Ctrl K, or ⌘ K. */
function useSearchKey(open: () => void): void {
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (!(event.ctrlKey || event.metaKey) || event.key.toLowerCase() !== 'k') return;
      event.preventDefault();
      open();
    };
    document.addEventListener('keydown', press);
    return () => document.removeEventListener('keydown', press);
  });
}
