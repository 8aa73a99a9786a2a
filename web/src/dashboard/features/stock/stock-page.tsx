import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { Boxes, PackagePlus } from 'lucide-react';
import { useState } from 'react';
import { m } from '@/i18n/paraglide.gen/messages.js';
import * as buttonStyles from '@/ui/rich/button.module.css';
import * as headsStyles from '@/ui/rich/heads.module.css';
import { Empty } from '@/ui/rich/states.tsx';
import * as tabsStyles from '@/ui/rich/tabs.module.css';
import { warehousesQuery } from '../../data/places.ts';
import type { StockRow, Warehouse } from '../../data/types.ts';
import { AddStockDialog } from '../../parts/add-stock-dialog.tsx';
import { ListBody } from '../../parts/list-body.tsx';
import { PageTitle } from '../../parts/page-title.tsx';
import { ListRows } from '../../recipe/list/list-page.tsx';
import { refined } from '../../recipe/list/search.ts';
import { useList } from '../../recipe/list/use-list.ts';
import { useAllowed, useIsOwnWarehouse } from '../../session/use-session.ts';
import { AdjustStockDialog } from './adjust-stock-dialog.tsx';
import { MovementsSheet } from './movements-sheet.tsx';
import { stocksQuery } from './queries.ts';
import { type StockSearch, stockList } from './search.ts';
import { type StockLine, stockColumns } from './stock-columns.tsx';
import * as styles from './stock-page.module.css';
import { UpdateStocks } from './update-stocks.tsx';

const route = getRouteApi('/stock');

/** The stock of one warehouse, what moved, goods coming in and counts that find another number. */
export function StockPage() {
  const search = route.useSearch();
  const isOwn = useIsOwnWarehouse('stock.read');
  const own = (all: readonly Warehouse[]) => all.filter(({ id }) => isOwn(id));
  const warehouses = useQuery(warehousesQuery);
  return (
    <>
      <PageTitle>{m.db_nav_stock()}</PageTitle>
      <div className={headsStyles.pageHead}>
        <h1>{m.db_nav_stock()}</h1>
      </div>
      <ListBody
        query={warehouses}
        isEmpty={(all) => own(all).length === 0}
        empty={<NoWarehouse isAny={(warehouses.data ?? []).length > 0} />}
      >
        {(all) => <WarehouseStock warehouses={own(all)} search={search} />}
      </ListBody>
    </>
  );
}

/** Of a shop that has some, none is the employee's; a new shop has none to be anybody's. */
function NoWarehouse({ isAny }: { isAny: boolean }) {
  const allowed = useAllowed();
  if (isAny) return <Empty icon={Boxes} title={m.db_stock_no_warehouse()} />;
  return (
    <Empty icon={Boxes} title={m.db_stock_no_warehouse_yet()} body={m.db_warehouses_empty_body()}>
      {allowed('warehouses.write') && (
        <Link to="/warehouses/new" className={`${buttonStyles.button} ${buttonStyles.primary}`}>
          {m.db_warehouse_new()}
        </Link>
      )}
    </Empty>
  );
}

function WarehouseStock({ warehouses, search }: { warehouses: readonly Warehouse[]; search: StockSearch }) {
  const current = warehouses.find(({ id }) => id === search.warehouse) ?? warehouses[0];
  return (
    <>
      <nav className={tabsStyles.tabs} aria-label={m.db_stock_warehouses()}>
        {warehouses.map((warehouse) => (
          <Link
            key={warehouse.id}
            to="/stock"
            search={refined(search, { warehouse: warehouse.id })}
            activeProps={{}}
            aria-current={warehouse === current ? 'page' : undefined}
          >
            <bdi>{warehouse.name}</bdi>
          </Link>
        ))}
      </nav>
      {current && <WarehouseActs key={`${current.id}/acts`} warehouse={current} />}
      {current && <StockRows key={current.id} warehouse={current} />}
    </>
  );
}

/** What is done to a warehouse's stock as a whole, by those who may write there. */
function WarehouseActs({ warehouse }: { warehouse: Warehouse }) {
  const allowed = useAllowed();
  const isOwn = useIsOwnWarehouse('stock.write');
  if (!allowed('stock.write') || !isOwn(warehouse.id)) return null;
  return (
    <div className={`${headsStyles.acts} ${styles.acts}`}>
      <Link
        to="/stock/receive"
        search={{ warehouse: warehouse.id }}
        className={`${buttonStyles.button} ${buttonStyles.primary}`}
      >
        <PackagePlus className="icon" aria-hidden />
        {m.db_receipt()}
      </Link>
      <UpdateStocks warehouse={warehouse} />
    </div>
  );
}

function identified(row: StockRow): StockLine {
  return { ...row, id: `${row.productId}/${row.combinationId ?? ''}` };
}

type Opened = { row: StockRow; form: 'add' | 'adjust' | 'movements' } | null;

function StockRows({ warehouse }: { warehouse: Warehouse }) {
  const allowed = useAllowed();
  const isOwn = useIsOwnWarehouse('stock.write');
  const list = useList(stockList, (search) => stocksQuery(warehouse.id, search));
  const [opened, setOpened] = useState<Opened>(null);
  const close = () => setOpened(null);
  return (
    <>
      <ListRows
        list={list}
        rows={({ stocks }) => stocks.map(identified)}
        columns={stockColumns({
          ...(allowed('stock.write') &&
            isOwn(warehouse.id) && {
              onAdd: (row: StockRow) => setOpened({ row, form: 'add' }),
              onAdjust: (row: StockRow) => setOpened({ row, form: 'adjust' }),
            }),
          onMovements: (row) => setOpened({ row, form: 'movements' }),
        })}
        looks={{}}
        words={m.db_stock_search()}
        caption={`${m.db_nav_stock()}, ${warehouse.name}`}
        empty={{ icon: Boxes, title: m.db_stock_empty_title(), body: m.db_stock_empty_body() }}
        none={{ title: m.db_stock_none_title(), body: m.db_none_body() }}
      />
      {opened?.form === 'add' && <AddStockDialog row={opened.row} warehouse={warehouse} onClose={close} />}
      {opened?.form === 'adjust' && (
        <AdjustStockDialog row={opened.row} warehouse={warehouse} onClose={close} />
      )}
      {opened?.form === 'movements' && <MovementsSheet row={opened.row} onClose={close} />}
    </>
  );
}
