import { Inbox } from 'lucide-react';
import { useState } from 'react';
import { m } from '@/i18n/paraglide.gen/messages.js';
import type { OrderRow } from '../../data/types.ts';
import { useSelection } from '../../parts/use-ticks.ts';
import { ListPage } from '../../recipe/list/list-page.tsx';
import { useList } from '../../recipe/list/use-list.ts';
import { SavedViews } from '../../recipe/views/saved-views.tsx';
import { useAllowed } from '../../session/use-session.ts';
import { Arrivals } from './arrivals.tsx';
import { type BulkStep, mayActInBulk } from './bulk.ts';
import { BulkAssignDialog } from './bulk-assign-dialog.tsx';
import { BulkBar } from './bulk-bar.tsx';
import { BulkDialog } from './bulk-dialog.tsx';
import { MatchingDialog } from './matching-dialog.tsx';
import { orderColumns } from './order-columns.tsx';
import { LOOKS, SORT } from './order-looks.ts';
import { OrderTabs } from './order-tabs.tsx';
import { ordersQuery } from './queries.ts';
import { type OrderSearch, orderList } from './search.ts';

/** The orders of one status or all, narrowed by the address, true to the second. */
export function OrdersPage() {
  const list = useList(orderList, ordersQuery);
  const { search } = list;
  const shown = list.answer.data?.orders ?? [];
  const allowed = useAllowed();
  const selection = useSelection(shown, scopeOf(search));
  const [asked, setAsked] = useState<BulkStep | 'all' | 'assign' | null>(null);
  const close = () => setAsked(null);
  const mayTick = mayActInBulk(allowed) || allowed('orders.confirm');
  const openedAt = useOpenedAt(JSON.stringify(search));
  const isFresh = (order: OrderRow) => Date.parse(order.placedAt) > openedAt;
  return (
    <>
      <Arrivals fresh={shown.filter(isFresh)} />
      <ListPage
        list={list}
        rows={({ orders }) => orders}
        rowKey={({ id }) => id}
        columns={orderColumns(mayTick ? selection : undefined)}
        looks={LOOKS}
        words={m.db_orders_search()}
        sort={SORT}
        acts={<SavedViews screen="orders" search={search} validate={orderList.validate} />}
        tabs={<OrderTabs search={search} counts={list.answer.data?.counts} />}
        isOn={selection.isTicked}
        isFresh={isFresh}
        empty={{ icon: Inbox, title: m.db_orders_empty_title(), body: m.db_orders_empty_body() }}
        none={{ title: m.db_orders_none_title(), body: m.db_orders_none_body() }}
      />
      <BulkBar
        chosen={selection.chosen}
        total={list.answer.data?.total ?? 0}
        onAsk={setAsked}
        onAskAll={() => setAsked('all')}
        onAssign={() => setAsked('assign')}
        onClear={selection.clear}
      />
      {asked === 'all' && <MatchingDialog search={search} onStarted={selection.clear} onClose={close} />}
      {asked === 'assign' && (
        <BulkAssignDialog rows={selection.chosen} onStarted={selection.clear} onClose={close} />
      )}
      {asked !== null && typeof asked === 'object' && (
        <BulkDialog bulk={asked} onStarted={selection.drop} onClose={close} />
      )}
    </>
  );
}

/** What ticks belong to: another page or order of the same rows keeps them. */
function scopeOf({ page: _, size: __, sort: ___, ...question }: OrderSearch): string {
  return JSON.stringify(question);
}

/** When the open question was first asked: what comes later is new. */
function useOpenedAt(question: string): number {
  const [opened, setOpened] = useState(() => ({ question, at: Date.now() }));
  if (opened.question !== question) setOpened({ question, at: Date.now() });
  return opened.at;
}
