import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { PackageOpen, PhoneCall, Tag } from 'lucide-react';
import { count } from '@/i18n/format.ts';
import { m } from '@/i18n/paraglide.gen/messages.js';
import { useShopDay } from '@/lib/use-shop-day.ts';
import * as buttonStyles from '@/ui/rich/button.module.css';
import * as headsStyles from '@/ui/rich/heads.module.css';
import { Empty } from '@/ui/rich/states.tsx';
import type { Summary } from '../../data/types.ts';
import { viewSearch } from '../../order-status.ts';
import { PageTitle } from '../../parts/page-title.tsx';
import { Pending } from '../../parts/pending.tsx';
import { useAllowed, useStaff } from '../../session/use-session.ts';
import { longDay } from '../../time.ts';
import { Balances } from './balances.tsx';
import * as blocksStyles from './blocks.module.css';
import { LowStock } from './low-stock.tsx';
import { useMoneyFirst } from './money-first.ts';
import { balancesQuery, summaryQuery } from './queries.ts';
import { Sales } from './sales.tsx';
import { SetupList } from './setup-list.tsx';
import { Today } from './today.tsx';

/** What the day holds, what one works on first: who waits, what must leave, what is owed. */
export function HomePage() {
  const allowed = useAllowed();
  const seesOrders = allowed('orders.read');
  const seesMoney = allowed('payments.read');
  const seesStock = allowed('stock.read');
  const moneyFirst = useMoneyFirst();
  const seesSales = allowed('orders.confirm') || seesMoney;
  const summary = useQuery({ ...summaryQuery, enabled: seesOrders });
  const balances = useQuery({ ...balancesQuery, enabled: seesMoney });
  const owed =
    seesMoney &&
    (balances.data ? <Balances balances={balances.data} /> : <Pending query={balances} rows={3} />);
  return (
    <>
      <PageTitle>{m.db_nav_home()}</PageTitle>
      <HomeHead summary={summary.data} />
      {allowed('warehouses.write') && <SetupList />}
      {moneyFirst && owed}
      {summary.data && (
        <>
          <Today summary={summary.data} balances={balances.data} />
          {seesSales && <Sales summary={summary.data} />}
        </>
      )}
      {seesOrders && !summary.data && <Pending query={summary} rows={8} />}
      <div className={seesMoney && seesStock && !moneyFirst ? blocksStyles.halves : undefined}>
        {!moneyFirst && owed}
        {seesStock && <LowStock />}
      </div>
      {!seesOrders && !seesMoney && !seesStock && <OtherWork />}
    </>
  );
}

/** For those whose work is not the orders: the ways to theirs. */
function OtherWork() {
  const allowed = useAllowed();
  const mine = OTHER_WORK.filter(({ permission }) => allowed(permission));
  return (
    <Empty icon={Tag} title={m.db_home_catalogue_title()} body={m.db_home_catalogue_body()}>
      {mine.map(({ to, label }, at) => (
        <Link
          key={to}
          to={to}
          className={at === 0 ? `${buttonStyles.button} ${buttonStyles.primary}` : buttonStyles.button}
        >
          {label()}
        </Link>
      ))}
    </Empty>
  );
}

const OTHER_WORK = [
  { to: '/products', label: m.db_nav_products, permission: 'catalog.read' },
  { to: '/reviews', label: m.db_reviews_title, permission: 'reviews.moderate' },
  { to: '/home-blocks', label: m.db_blocks_title, permission: 'content.write' },
] as const;

function waitingCalls({ counts }: Summary): number {
  return (counts.placed ?? 0) + (counts.unreachable ?? 0);
}

/** How many wait for what one does oneself: a call before the packing. */
function waitingText(summary: Summary, allowed: Allowed): string {
  const waiting = waitingCalls(summary);
  if (allowed('orders.confirm'))
    return waiting === 0
      ? m.db_home_nothing_waiting()
      : m.db_home_waiting({ count: waiting, n: count(waiting) });
  if (!allowed('orders.prepare')) return '';
  const packing = summary.counts.confirmed ?? 0;
  return packing === 0 ? '' : m.db_home_waiting_packing({ count: packing, n: count(packing) });
}

type Allowed = ReturnType<typeof useAllowed>;

/** Those who were never called first, and of them who waits longest. */
function firstCalls({ counts }: Summary) {
  return counts.placed
    ? { status: 'placed', sort: 'oldest' as const }
    : viewSearch({ statuses: ['unreachable'] });
}

/** Leads to what waits for one oneself. */
function startOf(summary: Summary, allowed: Allowed) {
  if (allowed('orders.confirm'))
    return waitingCalls(summary) > 0
      ? { search: firstCalls(summary), label: m.db_home_start_calls(), Icon: PhoneCall }
      : undefined;
  return allowed('orders.prepare') && summary.counts.confirmed
    ? { search: FIRST_PACKED, label: m.db_home_start_packing(), Icon: PackageOpen }
    : undefined;
}

const FIRST_PACKED = { status: 'confirmed', sort: 'oldest' as const };

function HomeHead({ summary }: { summary: Summary | undefined }) {
  const { employee } = useStaff();
  const allowed = useAllowed();
  const start = summary && startOf(summary, allowed);
  return (
    <div className={headsStyles.pageHead}>
      <h1>{longDay(useShopDay())}</h1>
      <span className="muted">
        <bdi>{m.db_home_hello({ name: employee.name })}</bdi>{' '}
        <bdi>{summary && waitingText(summary, allowed)}</bdi>
      </span>
      {start && (
        <div className={headsStyles.acts}>
          <Link
            to="/orders"
            search={start.search}
            className={`${buttonStyles.button} ${buttonStyles.primary}`}
          >
            <start.Icon className="icon" aria-hidden />
            {start.label}
          </Link>
        </div>
      )}
    </div>
  );
}
