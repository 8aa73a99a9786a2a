import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { Inbox, SearchX } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { m } from '@/i18n/paraglide.gen/messages.js';
import { DataTable } from '@/ui/data-table/data-table.tsx';
import { Pager } from '@/ui/data-table/pager.tsx';
import { Empty } from '@/ui/rich/states.tsx';
import type { OrderRow } from '../../data/types.ts';
import { ListBody } from '../../parts/list-body.tsx';
import { PageTitle } from '../../parts/page-title.tsx';
import { useRowKeys } from '../../parts/use-row-keys.ts';
import { useTicks } from '../../parts/use-ticks.ts';
import { DEFAULT_SIZE, refine } from '../../search-params.ts';
import { useAllowed } from '../../session/use-session.ts';
import { Arrivals } from './arrivals.tsx';
import { type BulkStep, mayActInBulk } from './bulk.ts';
import { BulkBar } from './bulk-bar.tsx';
import { BulkDialog } from './bulk-dialog.tsx';
import { orderColumns } from './order-columns.tsx';
import { OrderFilters } from './order-filters.tsx';
import { OrderTabs } from './order-tabs.tsx';
import { ordersQuery } from './queries.ts';
import { isNarrowed, type OrderSearch } from './search.ts';

const route = getRouteApi('/orders');

/** The orders of one status or all, narrowed by the address, true to the second. */
export function OrdersPage() {
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const orders = useQuery(ordersQuery(search));
  // Here and not beside the rows: those that move may leave the list while it still has to be told.
  const [asked, setAsked] = useState<BulkStep | null>(null);
  const refineTo = (change: Partial<OrderSearch>) =>
    void navigate({ search: (before) => refine(before, change), replace: true });
  return (
    <>
      <PageTitle>{m.db_nav_orders()}</PageTitle>
      <div className="page-head">
        <h1>{m.db_nav_orders()}</h1>
      </div>
      <OrderTabs search={search} counts={orders.data?.counts} />
      <OrderFilters search={search} onChange={refineTo} />
      <ListBody
        query={orders}
        isEmpty={({ orders }) => orders.length === 0}
        empty={<NoOrders search={search} />}
      >
        {(list, stale) => (
          <OrderRows key={JSON.stringify(search)} orders={list.orders} stale={stale} onAsk={setAsked}>
            <Pager
              page={search.page ?? 1}
              size={search.size ?? DEFAULT_SIZE}
              list={list}
              onSize={(size) => refineTo({ size })}
              link={({ page, ...props }) => (
                <Link to="/orders" search={{ ...search, page }} activeProps={{}} {...props} />
              )}
            />
          </OrderRows>
        )}
      </ListBody>
      {asked && <BulkDialog bulk={asked} onClose={() => setAsked(null)} />}
    </>
  );
}

interface OrderRowsProps {
  orders: readonly OrderRow[];
  stale: boolean;
  onAsk: (bulk: BulkStep) => void;
  /** The pager, between the rows and what floats over them. */
  children: ReactNode;
}

/** One page of rows, with what is ticked of it; another question ticks anew. */
function OrderRows({ orders, stale, onAsk, children }: OrderRowsProps) {
  const allowed = useAllowed();
  const ticks = useTicks(orders);
  const [openedAt] = useState(Date.now);
  const isFresh = (order: OrderRow) => Date.parse(order.placedAt) > openedAt;
  useRowKeys();
  return (
    <>
      <Arrivals fresh={orders.filter(isFresh)} />
      <DataTable
        caption={m.db_nav_orders()}
        columns={orderColumns(mayActInBulk(allowed) ? ticks : undefined)}
        rows={orders}
        rowKey={(order) => order.id}
        isOn={ticks.isTicked}
        isFresh={isFresh}
        stale={stale}
      />
      {children}
      <BulkBar chosen={ticks.chosen} onAsk={onAsk} onClear={ticks.clear} />
    </>
  );
}

function NoOrders({ search }: { search: OrderSearch }) {
  if (!isNarrowed(search)) {
    return <Empty icon={Inbox} title={m.db_orders_empty_title()} body={m.db_orders_empty_body()} />;
  }
  return (
    <Empty icon={SearchX} title={m.db_orders_none_title()} body={m.db_orders_none_body()}>
      <Link to="/orders" className="btn">
        {m.db_clear_filters()}
      </Link>
    </Empty>
  );
}
