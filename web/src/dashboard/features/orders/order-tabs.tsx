import { Link } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import { count } from '@/i18n/format.ts';
import { m } from '@/i18n/paraglide.gen/messages.js';
import * as tabsStyles from '@/ui/rich/tabs.module.css';
import { VIEWS, type View, viewKey, viewSearch } from '../../order-status.ts';
import { refined } from '../../recipe/list/search.ts';
import type { OrderSearch } from './search.ts';

type Counts = Readonly<Record<string, number>> | undefined;

interface OrderTabsProps {
  search: OrderSearch;
  /** Orders per status, whatever the filters. */
  counts: Counts;
}

/** One tab per view; the one that waits for calls carries a mark, the open one is kept in sight. */
export function OrderTabs({ search, counts }: OrderTabsProps) {
  const total = counts && Object.values(counts).reduce((sum, one) => sum + one, 0);
  // That order is of the tab that asks for it.
  const others = search.sort === 'nextCall' ? refined(search, { sort: undefined }) : search;
  const tabs = useRef<HTMLElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another tab is open.
  useEffect(() => {
    tabs.current?.querySelector('[aria-current]')?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  }, [search.status]);
  return (
    <nav className={tabsStyles.tabs} aria-label={m.db_orders_tabs()} ref={tabs}>
      <Tab
        label={m.db_all()}
        amount={total}
        current={!search.status}
        search={refined(others, { status: undefined })}
      />
      {VIEWS.map((view) => (
        <Tab
          key={viewKey(view)}
          label={view.word()}
          amount={amountOf(view, counts)}
          current={search.status === viewKey(view)}
          search={refined(others, viewSearch(view))}
          waiting={view.statuses.includes('placed') && (counts?.placed ?? 0) > 0}
        />
      ))}
    </nav>
  );
}

function amountOf({ statuses }: View, counts: Counts): number | undefined {
  return counts && statuses.reduce((sum, status) => sum + (counts[status] ?? 0), 0);
}

interface TabProps {
  label: string;
  amount: number | undefined;
  current: boolean;
  search: OrderSearch;
  waiting?: boolean;
}

function Tab({ label, amount, current, search, waiting }: TabProps) {
  return (
    <Link
      to="/orders"
      search={search}
      activeProps={{}}
      activeOptions={{ exact: true }}
      aria-current={current ? 'page' : undefined}
    >
      {waiting && <span className={tabsStyles.mark} />}
      {label} {amount !== undefined && <em>{count(amount)}</em>}
    </Link>
  );
}
