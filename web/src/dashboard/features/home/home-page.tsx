import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { PhoneCall, Tag } from 'lucide-react';
import { count } from '@/i18n/format.ts';
import { m } from '@/i18n/paraglide.gen/messages.js';
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
import { balancesQuery, summaryQuery } from './queries.ts';
import { Sales } from './sales.tsx';
import { SetupList } from './setup-list.tsx';
import { Today } from './today.tsx';

/** What the day holds: who waits, what must leave, what is owed. */
export function HomePage() {
  const allowed = useAllowed();
  const seesOrders = allowed('orders.read');
  const seesMoney = allowed('payments.read');
  const seesStock = allowed('stock.read');
  const summary = useQuery({ ...summaryQuery, enabled: seesOrders });
  const balances = useQuery({ ...balancesQuery, enabled: seesMoney });
  return (
    <>
      <PageTitle>{m.db_nav_home()}</PageTitle>
      <HomeHead summary={summary.data} />
      {allowed('warehouses.write') && <SetupList />}
      {summary.data && (
        <>
          <Today summary={summary.data} balances={balances.data} />
          <Sales summary={summary.data} />
        </>
      )}
      {seesOrders && !summary.data && <Pending query={summary} rows={8} />}
      <div className={seesMoney && seesStock ? blocksStyles.halves : undefined}>
        {seesMoney &&
          (balances.data ? <Balances balances={balances.data} /> : <Pending query={balances} rows={3} />)}
        {seesStock && <LowStock />}
      </div>
      {!seesOrders && !seesMoney && !seesStock && <ToTheCatalogue />}
    </>
  );
}

/** For those whose work is not the orders: the way to it. */
function ToTheCatalogue() {
  return (
    <Empty icon={Tag} title={m.db_home_catalogue_title()} body={m.db_home_catalogue_body()}>
      <Link to="/products" className={`${buttonStyles.button} ${buttonStyles.primary}`}>
        {m.db_nav_products()}
      </Link>
    </Empty>
  );
}

function waitingCalls({ counts }: Summary): number {
  return (counts.placed ?? 0) + (counts.unreachable ?? 0);
}

function waitingText(waiting: number | undefined): string {
  if (waiting === undefined) return '';
  if (waiting === 0) return m.db_home_nothing_waiting();
  return m.db_home_waiting({ count: waiting, n: count(waiting) });
}

/** Those who were never called first, and of them who waits longest. */
function firstCalls({ counts }: Summary) {
  return counts.placed
    ? { status: 'placed', sort: 'oldest' as const }
    : viewSearch({ statuses: ['unreachable'] });
}

function HomeHead({ summary }: { summary: Summary | undefined }) {
  const waiting = summary && waitingCalls(summary);
  const { employee } = useStaff();
  const allowed = useAllowed();
  return (
    <div className={headsStyles.pageHead}>
      <h1>{longDay(new Date())}</h1>
      <span className="muted">
        <bdi>{m.db_home_hello({ name: employee.name })}</bdi> <bdi>{waitingText(waiting)}</bdi>
      </span>
      {summary && Boolean(waiting) && allowed('orders.confirm') && (
        <div className={headsStyles.acts}>
          <Link
            to="/orders"
            search={firstCalls(summary)}
            className={`${buttonStyles.button} ${buttonStyles.primary}`}
          >
            <PhoneCall className="icon" aria-hidden />
            {m.db_home_start_calls()}
          </Link>
        </div>
      )}
    </div>
  );
}
