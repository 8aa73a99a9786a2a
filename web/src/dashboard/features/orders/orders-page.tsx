import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { Inbox, SearchX } from 'lucide-react';
import { useState } from 'react';
import { m } from '@/i18n/paraglide.gen/messages.js';
import { DataTable } from '@/ui/data-table/data-table.tsx';
import { Pager } from '@/ui/data-table/pager.tsx';
import { Empty } from '@/ui/rich/states.tsx';
import { ListBody } from '../../parts/list-body.tsx';
import { PageTitle } from '../../parts/page-title.tsx';
import { DEFAULT_SIZE, refine } from '../../search-params.ts';
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
  const [openedAt] = useState(Date.now);
  const refineTo = (change: Partial<OrderSearch>) =>
    void navigate({ search: (before) => refine(before, change), replace: true });
  return (
    <>
      <PageTitle>{m.db_orders_title()}</PageTitle>
      <div className="page-head">
        <h1>{m.db_orders_title()}</h1>
      </div>
      <OrderTabs search={search} counts={orders.data?.counts} />
      <OrderFilters search={search} onChange={refineTo} />
      <ListBody
        query={orders}
        isEmpty={({ orders }) => orders.length === 0}
        empty={<NoOrders search={search} />}
      >
        {({ orders, total }, stale) => (
          <>
            <DataTable
              caption={m.db_orders_title()}
              columns={orderColumns()}
              rows={orders}
              rowKey={(order) => order.id}
              isFresh={(order) => Date.parse(order.placedAt) > openedAt}
              stale={stale}
            />
            <Pager
              page={search.page ?? 1}
              size={search.size ?? DEFAULT_SIZE}
              total={total}
              onSize={(size) => refineTo({ size })}
              link={({ page, ...props }) => (
                <Link to="/orders" search={{ ...search, page }} activeProps={{}} {...props} />
              )}
            />
          </>
        )}
      </ListBody>
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
