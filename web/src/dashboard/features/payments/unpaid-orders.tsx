import { useQuery } from '@tanstack/react-query';
import { CircleCheck } from 'lucide-react';
import { useState } from 'react';
import { count } from '@/i18n/format.ts';
import { m } from '@/i18n/paraglide.gen/messages.js';
import { DataTable } from '@/ui/data-table/data-table.tsx';
import { SearchField } from '@/ui/data-table/search-field.tsx';
import { Empty } from '@/ui/rich/states.tsx';
import type { UnpaidOrder } from '../../data/types.ts';
import { ListBody } from '../../parts/list-body.tsx';
import { PaymentDock } from './payment-dock.tsx';
import { unpaidOrdersQuery } from './queries.ts';
import { allToggled, matching, tickedOrders, toggled } from './ticked.ts';
import { unpaidColumns } from './unpaid-columns.tsx';

/** The delivered, unpaid orders of one transporter, oldest first, to be ticked. */
export function UnpaidOrders({ transporterId }: { transporterId: string }) {
  const orders = useQuery(unpaidOrdersQuery(transporterId));
  return (
    <ListBody
      query={orders}
      errorTitle={m.db_payments_load_error()}
      isEmpty={(all) => all.length === 0}
      empty={<Empty icon={CircleCheck} title={m.db_payments_none()} body={m.db_home_balances_none()} />}
    >
      {(all) => <PaymentForm transporterId={transporterId} orders={all} />}
    </ListBody>
  );
}

function PaymentForm({ transporterId, orders }: { transporterId: string; orders: readonly UnpaidOrder[] }) {
  const [ticked, setTicked] = useState<ReadonlySet<string>>(new Set());
  const [words, setWords] = useState('');
  const shown = matching(orders, words);
  const chosen = tickedOrders(orders, ticked);
  const columns = unpaidColumns({
    isTicked: ({ id }) => ticked.has(id),
    ticked: shown.filter(({ id }) => ticked.has(id)).length,
    shown: shown.length,
    onTick: ({ id }) => setTicked(toggled(ticked, id)),
    onTickAll: () => setTicked(allToggled(ticked, shown)),
  });
  return (
    <>
      <div className="filters">
        <SearchField label={m.db_payments_search()} value={words} onChange={setWords} />
        <span className="muted num" role="status">
          {m.db_payments_found({ count: orders.length, n: count(orders.length) })}
        </span>
      </div>
      <DataTable
        caption={m.db_payments_new()}
        columns={columns}
        rows={shown}
        rowKey={(order) => order.id}
        isOn={({ id }) => ticked.has(id)}
      />
      <PaymentDock
        transporterId={transporterId}
        chosen={chosen}
        offered={orders.length}
        onRefused={() => setTicked(new Set())}
      />
    </>
  );
}
