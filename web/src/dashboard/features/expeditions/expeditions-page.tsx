import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Plus, Truck } from 'lucide-react';
import { useState } from 'react';
import { count } from '@/i18n/format.ts';
import { m } from '@/i18n/paraglide.gen/messages.js';
import type { Column } from '@/ui/data-table/data-table.tsx';
import * as tableStyles from '@/ui/data-table/table.module.css';
import * as buttonStyles from '@/ui/rich/button.module.css';
import { warehousesQuery } from '../../data/places.ts';
import type { Expedition } from '../../data/types.ts';
import { When } from '../../parts/when.tsx';
import { ListPage } from '../../recipe/list/list-page.tsx';
import { pickOne } from '../../recipe/list/looks.tsx';
import { useList } from '../../recipe/list/use-list.ts';
import { useAllowed } from '../../session/use-session.ts';
import { NewExpeditionDialog } from './new-expedition-dialog.tsx';
import { expeditionsQuery } from './queries.ts';
import { expeditionList } from './search.ts';
import { STATUSES } from './status.ts';
import { ExpeditionStatus } from './status-label.tsx';

const LOOKS = {
  status: pickOne({
    label: m.db_expedition_status,
    all: m.db_expedition_status_all,
    useChoices: () => Object.entries(STATUSES).map(([value, word]) => ({ value, label: word() })),
  }),
  warehouse: pickOne({
    label: m.db_expedition_warehouse,
    all: m.db_expedition_warehouse_all,
    useChoices: () =>
      (useQuery(warehousesQuery).data ?? []).map(({ id, name }) => ({ value: id, label: name })),
  }),
};

/** What goes from one warehouse to another, newest first. */
export function ExpeditionsPage() {
  const list = useList(expeditionList, expeditionsQuery);
  const allowed = useAllowed();
  const [isBegun, setBegun] = useState(false);
  return (
    <>
      <ListPage
        list={list}
        rows={({ expeditions }) => expeditions}
        columns={columns()}
        looks={LOOKS}
        acts={
          allowed('stock.write') && (
            <button
              type="button"
              className={`${buttonStyles.button} ${buttonStyles.primary}`}
              onClick={() => setBegun(true)}
            >
              <Plus className="icon" aria-hidden />
              {m.db_expedition_new()}
            </button>
          )
        }
        empty={{ icon: Truck, title: m.db_expeditions_empty(), body: m.db_expeditions_empty_body() }}
        none={{ title: m.db_expeditions_none(), body: m.db_none_body() }}
      />
      {isBegun && <NewExpeditionDialog onClose={() => setBegun(false)} />}
    </>
  );
}

function columns(): Column<Expedition>[] {
  return [
    {
      id: 'number',
      header: m.db_expedition_number(),
      area: 'main',
      cell: ({ id, number }) => (
        <Link to="/expeditions/$id" params={{ id }} className={`${tableStyles.rowLink} strong`}>
          <bdi className="ltr">{number}</bdi>
        </Link>
      ),
    },
    {
      id: 'state',
      header: m.db_expedition_status(),
      area: 'state',
      cell: ({ status }) => <ExpeditionStatus status={status} />,
    },
    {
      id: 'from',
      header: m.db_expedition_source(),
      cell: ({ sourceName }) => <bdi>{sourceName}</bdi>,
    },
    {
      id: 'to',
      header: m.db_expedition_destination(),
      area: 'under',
      cell: ({ sourceName, destinationName }) => (
        <>
          <span className="narrow-only">
            <bdi>{sourceName}</bdi> ›{' '}
          </span>
          <bdi>{destinationName}</bdi>
        </>
      ),
    },
    {
      id: 'pieces',
      header: m.db_expedition_pieces(),
      align: 'end',
      area: 'aside',
      cell: ({ pieces }) => (
        <span className="num">
          <span className="wide-only">{count(pieces)}</span>
          <span className="narrow-only">{m.db_pieces({ count: pieces, n: count(pieces) })}</span>
        </span>
      ),
    },
    {
      id: 'received',
      header: m.db_expedition_received(),
      align: 'end',
      cell: ({ received }) => <span className="num muted">{count(received)}</span>,
    },
    { id: 'made', header: m.db_expedition_made(), cell: ({ createdAt }) => <When at={createdAt} /> },
  ];
}
