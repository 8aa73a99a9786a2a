import { Inbox } from 'lucide-react';
import { useState } from 'react';
import { m } from '@/i18n/paraglide.gen/messages.js';
import type { OrderRow } from '../../data/types.ts';
import { ListPage } from '../../recipe/list/list-page.tsx';
import { useList } from '../../recipe/list/use-list.ts';
import { useAllowed } from '../../session/use-session.ts';
import { Arrivals } from './arrivals.tsx';
import { orderBulk } from './bulk.tsx';
import { orderColumns } from './order-columns.tsx';
import { LOOKS, SORT } from './order-looks.ts';
import { OrderTabs } from './order-tabs.tsx';
import { ordersQuery } from './queries.ts';
import { orderList } from './search.ts';

/** The orders of one status or all, narrowed by the address, true to the second. */
export function OrdersPage() {
  const list = useList(orderList, ordersQuery);
  const { search, answer } = list;
  const mayExport = useAllowed()('orders.export');
  const openedAt = useOpenedAt(JSON.stringify(search));
  const isFresh = (order: OrderRow) => Date.parse(order.placedAt) > openedAt;
  return (
    <>
      <Arrivals fresh={(answer.data?.orders ?? []).filter(isFresh)} />
      <ListPage
        list={list}
        rows={({ orders }) => orders}
        columns={orderColumns()}
        looks={LOOKS}
        words={m.db_orders_search()}
        sort={SORT}
        views="orders"
        exports={mayExport ? { path: '/dashboard/api/orders/export' } : undefined}
        create={{ to: '/orders/new', label: m.db_new_order(), permission: 'orders.confirm' }}
        tabs={<OrderTabs search={search} counts={answer.data?.counts} />}
        bulk={orderBulk}
        isFresh={isFresh}
        empty={{ icon: Inbox, title: m.db_orders_empty_title(), body: m.db_orders_empty_body() }}
        none={{ title: m.db_orders_none_title(), body: m.db_orders_none_body() }}
      />
    </>
  );
}

/** When the open question was first asked: what comes later is new. */
function useOpenedAt(question: string): number {
  const [opened, setOpened] = useState(() => ({ question, at: Date.now() }));
  if (opened.question !== question) setOpened({ question, at: Date.now() });
  return opened.at;
}
