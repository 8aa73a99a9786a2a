import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Warehouse as Icon, Plus } from 'lucide-react';
import { count } from '@/i18n/format.ts';
import { m } from '@/i18n/paraglide.gen/messages.js';
import { type Column, DataTable } from '@/ui/data-table/data-table.tsx';
import * as tableStyles from '@/ui/data-table/table.module.css';
import * as buttonStyles from '@/ui/rich/button.module.css';
import * as headsStyles from '@/ui/rich/heads.module.css';
import * as stateStyles from '@/ui/rich/state.module.css';
import { Empty } from '@/ui/rich/states.tsx';
import { useWilayaChoices, warehousesQuery } from '../../data/places.ts';
import type { Warehouse } from '../../data/types.ts';
import { ListBody } from '../../parts/list-body.tsx';
import { PageTitle } from '../../parts/page-title.tsx';

/** The warehouses in the order in which they are asked for an order: a shop has few, they stand on one page. */
export function WarehousesPage() {
  const warehouses = useQuery(warehousesQuery);
  return (
    <>
      <PageTitle>{m.db_warehouses_title()}</PageTitle>
      <div className={headsStyles.pageHead}>
        <h1>{m.db_warehouses_title()}</h1>
        <div className={headsStyles.acts}>
          <Link to="/warehouses/new" className={`${buttonStyles.button} ${buttonStyles.primary}`}>
            <Plus className="icon" aria-hidden />
            {m.db_warehouse_new()}
          </Link>
        </div>
      </div>
      <ListBody
        query={warehouses}
        isEmpty={(all) => all.length === 0}
        empty={<Empty icon={Icon} title={m.db_warehouses_empty()} body={m.db_warehouses_empty_body()} />}
      >
        {(all, stale) => <WarehouseTable warehouses={all} stale={stale} />}
      </ListBody>
    </>
  );
}

function WarehouseTable({ warehouses, stale }: { warehouses: readonly Warehouse[]; stale: boolean }) {
  const wilayas = useWilayaChoices();
  const columns: Column<Warehouse>[] = [
    {
      id: 'name',
      header: m.db_warehouse_name(),
      area: 'main',
      cell: ({ id, name }) => (
        <Link to="/warehouses/$id" params={{ id }} className={`${tableStyles.rowLink} strong`}>
          <bdi>{name}</bdi>
        </Link>
      ),
    },
    {
      id: 'wilaya',
      header: m.db_warehouse_wilaya(),
      area: 'under',
      cell: ({ wilayaId }) => <bdi>{wilayas?.find(({ id }) => id === wilayaId)?.name ?? wilayaId}</bdi>,
    },
    {
      id: 'state',
      header: m.db_warehouse_state(),
      area: 'state',
      cell: ({ isActive }) => (
        <span
          className={
            isActive ? `${stateStyles.state} ${stateStyles.ok}` : `${stateStyles.state} ${stateStyles.bad}`
          }
        >
          {isActive ? m.db_warehouse_open() : m.db_warehouse_closed()}
        </span>
      ),
    },
    {
      id: 'priority',
      header: m.db_warehouse_priority(),
      align: 'end',
      area: 'aside',
      cell: ({ priority }) => <span className="num">{count(priority)}</span>,
    },
  ];
  return (
    <DataTable
      caption={m.db_warehouses_title()}
      columns={columns}
      rows={warehouses}
      rowKey={({ id }) => id}
      stale={stale}
    />
  );
}
