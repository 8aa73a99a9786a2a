import { ShoppingCart } from 'lucide-react';
import { fromDinars } from '@/domain/money.ts';
import { m } from '@/i18n/paraglide.gen/messages.js';
import type { WaitingCart } from '../../data/types.ts';
import { Amount } from '../../parts/amount.tsx';
import { PhoneLinks } from '../../parts/phone-links.tsx';
import { When } from '../../parts/when.tsx';
import { ListPage } from '../../recipe/list/list-page.tsx';
import { pickOne } from '../../recipe/list/looks.tsx';
import type { ListColumn } from '../../recipe/list/sorting.ts';
import { useList } from '../../recipe/list/use-list.ts';
import { Goods } from './goods.tsx';
import { draftCartList, draftCartsQuery } from './queries.ts';

const SORT = pickOne<'expiring'>({
  label: m.db_restock_sort,
  all: m.db_drafts_sort_newest,
  useChoices: () => [{ value: 'expiring', label: m.db_drafts_sort_expiring() }],
});

/** Who was about to order and didn't, with what was in the cart; nobody changes it, it is called about. */
export function DraftCartsPage() {
  const list = useList(draftCartList, draftCartsQuery);
  return (
    <ListPage
      list={list}
      rows={({ carts }) => carts}
      columns={columns()}
      looks={{}}
      sort={SORT}
      empty={{ icon: ShoppingCart, title: m.db_drafts_empty(), body: m.db_drafts_empty_body() }}
      none={{ title: m.db_drafts_empty(), body: m.db_none_body() }}
    />
  );
}

function columns(): ListColumn<WaitingCart, 'expiring'>[] {
  return [
    {
      id: 'person',
      header: m.db_restock_person(),
      area: 'main',
      cell: ({ fullName, phone }) => (
        <>
          <bdi className="strong">{fullName}</bdi>
          <PhoneLinks phone={phone} message={m.db_drafts_message()} />
        </>
      ),
    },
    {
      id: 'goods',
      header: m.db_drafts_goods(),
      area: 'under',
      cell: ({ lines, lineCount }) => <Goods lines={lines} lineCount={lineCount} />,
    },
    {
      id: 'total',
      header: m.db_drafts_total(),
      align: 'end',
      area: 'aside',
      cell: ({ total }) => <Amount value={fromDinars(total)} className="strong" />,
    },
    {
      id: 'at',
      header: m.db_drafts_touched(),
      align: 'end',
      area: 'state',
      cell: ({ updatedAt }) => <When at={updatedAt} />,
    },
    {
      id: 'expires',
      header: m.db_drafts_expires(),
      align: 'end',
      sort: { up: 'expiring' },
      cell: ({ expiresAt }) => <When at={expiresAt} />,
    },
  ];
}
