import { Link } from '@tanstack/react-router';
import { count } from '@/i18n/format.ts';
import { m } from '@/i18n/paraglide.gen/messages.js';
import { STATUSES, type Status, statusTabWord } from '../../order-status.ts';
import { refine } from '../../search-params.ts';
import type { OrderSearch } from './search.ts';

interface OrderTabsProps {
  search: OrderSearch;
  /** Orders per status, whatever the filters. */
  counts: Readonly<Record<string, number>> | undefined;
}

/** One tab per status; the first that waits for a call carries a mark. */
export function OrderTabs({ search, counts }: OrderTabsProps) {
  const total = counts && Object.values(counts).reduce((sum, one) => sum + one, 0);
  return (
    <nav className="tabs" aria-label={m.db_orders_tabs()}>
      <Tab
        label={m.db_all()}
        amount={total}
        current={!search.status}
        search={refine(search, { status: undefined })}
      />
      {STATUSES.map((status) => (
        <Tab
          key={status}
          label={statusTabWord(status)}
          amount={counts && (counts[status] ?? 0)}
          current={search.status === status}
          search={refine(search, { status })}
          waiting={isWaiting(status, counts)}
        />
      ))}
    </nav>
  );
}

function isWaiting(status: Status, counts: OrderTabsProps['counts']): boolean {
  return status === 'placed' && (counts?.placed ?? 0) > 0;
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
      {waiting && <span className="mark" />}
      {label} {amount !== undefined && <em>{count(amount)}</em>}
    </Link>
  );
}
