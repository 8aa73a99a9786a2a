import { Link } from '@tanstack/react-router';
import { BellRing } from 'lucide-react';
import { count } from '@/i18n/format.ts';
import { m } from '@/i18n/paraglide.gen/messages.js';
import * as tableStyles from '@/ui/data-table/table.module.css';
import * as buttonStyles from '@/ui/rich/button.module.css';
import type { RestockItem } from '../../data/types.ts';
import { itemName } from '../../parts/item-name.ts';
import { When } from '../../parts/when.tsx';
import { ListPage } from '../../recipe/list/list-page.tsx';
import { pickOne, pickYesNo } from '../../recipe/list/looks.tsx';
import type { ListColumn } from '../../recipe/list/sorting.ts';
import { useList } from '../../recipe/list/use-list.ts';
import { Availability } from './availability.tsx';
import { restockItemList, restockItemsQuery } from './queries.ts';

type Sort = 'waiting' | 'recent';

const LOOKS = {
  available: pickYesNo({
    label: m.db_restock_state,
    all: m.db_restock_all,
    yes: m.db_restock_back,
    no: m.db_restock_out,
  }),
};

const SORT = pickOne<Sort>({
  label: m.db_restock_sort,
  all: m.db_restock_sort_default,
  useChoices: () => [
    { value: 'waiting', label: m.db_restock_sort_waiting() },
    { value: 'recent', label: m.db_restock_sort_recent() },
  ],
});

/** What is, or was, sold out and waited for; what can be had again first. */
export function RestockPage() {
  const list = useList(restockItemList, restockItemsQuery);
  const toTell = list.answer.data?.toTell ?? 0;
  return (
    <ListPage
      list={list}
      rows={({ items }) => items.map(rowOf)}
      columns={columns()}
      looks={LOOKS}
      sort={SORT}
      tabs={toTell > 0 && <p className="strong">{m.db_restock_to_tell({ n: count(toTell) })}</p>}
      acts={
        <Link to="/restock/people" className={buttonStyles.button}>
          {m.db_restock_people()}
        </Link>
      }
      empty={{ icon: BellRing, title: m.db_restock_empty(), body: m.db_restock_empty_body() }}
      none={{ title: m.db_restock_none(), body: m.db_none_body() }}
    />
  );
}

interface Row extends RestockItem {
  id: string;
}

function rowOf(item: RestockItem): Row {
  return { ...item, id: `${item.productId} ${item.combinationId ?? ''}` };
}

function columns(): ListColumn<Row, Sort>[] {
  return [
    {
      id: 'item',
      header: m.db_restock_item(),
      area: 'main',
      cell: ({ productId, combinationId, ...item }) => (
        <Link
          to="/restock/people"
          search={{ product: productId, ...(combinationId && { combination: combinationId }), told: false }}
          className={`${tableStyles.rowLink} strong`}
        >
          <bdi>{itemName(item)}</bdi>
        </Link>
      ),
    },
    {
      id: 'available',
      header: m.db_restock_state(),
      area: 'state',
      cell: ({ available }) => <Availability available={available} />,
    },
    {
      id: 'waiting',
      header: m.db_restock_waiting(),
      align: 'end',
      area: 'aside',
      sort: { down: 'waiting' },
      cell: ({ waiting }) => <span className="num strong">{count(waiting)}</span>,
    },
    {
      id: 'since',
      header: m.db_restock_since(),
      align: 'end',
      area: 'under',
      cell: ({ since }) => <When at={since} />,
    },
    {
      id: 'last',
      header: m.db_restock_last(),
      align: 'end',
      sort: { down: 'recent' },
      cell: ({ lastAt }) => <When at={lastAt} />,
    },
  ];
}
