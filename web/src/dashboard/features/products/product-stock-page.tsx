import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { Boxes, Plus } from 'lucide-react';
import { useState } from 'react';
import { m } from '@/i18n/paraglide.gen/messages.js';
import { type Column, DataTable } from '@/ui/data-table/data-table.tsx';
import * as buttonStyles from '@/ui/rich/button.module.css';
import * as headsStyles from '@/ui/rich/heads.module.css';
import * as layoutStyles from '@/ui/rich/layout.module.css';
import { Empty } from '@/ui/rich/states.tsx';
import { warehousesQuery } from '../../data/places.ts';
import type { Product, StockRow, Warehouse } from '../../data/types.ts';
import { AddStockDialog } from '../../parts/add-stock-dialog.tsx';
import { ListBody } from '../../parts/list-body.tsx';
import { productName } from '../../parts/named-product.ts';
import { PageSteps } from '../../parts/page-steps.tsx';
import { Pending } from '../../parts/pending.tsx';
import { AddStockButton, stockFigures } from '../../parts/stock-figures.tsx';
import { useAllowed, useIsOwnWarehouse } from '../../session/use-session.ts';
import { AddStocksDialog } from './add-stocks-dialog.tsx';
import { ProductFrame } from './product-frame.tsx';
import { productQuery, productStockQuery } from './queries.ts';

const route = getRouteApi('/products/$id/stock');

/** What each warehouse has of a product. */
export function ProductStockPage() {
  const { id } = route.useParams();
  const product = useQuery(productQuery(id));
  if (product.data) {
    return (
      <ProductFrame product={product.data}>
        <ProductStock key={id} product={product.data} />
      </ProductFrame>
    );
  }
  return <Pending query={product} rows={10} />;
}

export function ProductStock({ product }: { product: Product }) {
  const isOwn = useIsOwnWarehouse('stock.read');
  const own = (all: readonly Warehouse[]) => all.filter(({ id }) => isOwn(id));
  return (
    <ListBody
      query={useQuery(warehousesQuery)}
      isEmpty={(all) => own(all).length === 0}
      empty={<Empty icon={Boxes} title={m.db_stock_no_warehouse()} />}
    >
      {(all) => (
        <div className={layoutStyles.sections}>
          {own(all).map((warehouse) => (
            <InWarehouse key={warehouse.id} product={product} warehouse={warehouse} />
          ))}
        </div>
      )}
    </ListBody>
  );
}

function InWarehouse({ product, warehouse }: { product: Product; warehouse: Warehouse }) {
  const mayAdd = useAllowed()('stock.write');
  const isOwn = useIsOwnWarehouse('stock.write');
  const [added, setAdded] = useState<StockRow | null>(null);
  const [isAddingAll, setAddingAll] = useState(false);
  const [page, setPage] = useState(1);
  const stock = useQuery(productStockQuery(warehouse.id, product.id, page));
  const rows = asOffered(product, stock.data?.stocks ?? []);
  const offered = rows.filter((row) => isOffered(product, row));
  const onAdd = mayAdd && isOwn(warehouse.id) ? setAdded : undefined;
  return (
    <section>
      <header className={headsStyles.secHead}>
        <h2>
          <bdi>{warehouse.name}</bdi>
        </h2>
        <span className={headsStyles.acts}>
          {onAdd && offered.length > 1 && (
            <button type="button" className={buttonStyles.button} onClick={() => setAddingAll(true)}>
              <Plus className="icon" aria-hidden />
              {m.db_stock_add_several()}
            </button>
          )}
          <Link
            to="/stock"
            search={{ warehouse: warehouse.id, q: product.details.sku || productName(product) }}
            className="link small"
          >
            {m.db_product_stock_all()}
          </Link>
        </span>
      </header>
      <ListBody
        query={stock}
        isEmpty={({ stocks }) => stocks.length === 0}
        empty={<Empty icon={Boxes} title={m.db_stock_none_title()} />}
      >
        {(shown, isStale) => (
          <>
            <DataTable
              caption={`${m.db_nav_stock()}, ${warehouse.name}`}
              columns={columns(product, onAdd)}
              rows={rows}
              rowKey={({ combinationId }) => combinationId ?? ''}
              stale={isStale}
            />
            {shown.pageCount > 1 && (
              <PageSteps page={shown.page} size={shown.size} list={shown} onPage={setPage} />
            )}
          </>
        )}
      </ListBody>
      {added && <AddStockDialog row={added} warehouse={warehouse} onClose={() => setAdded(null)} />}
      {isAddingAll && (
        <AddStocksDialog rows={offered} warehouse={warehouse} onClose={() => setAddingAll(false)} />
      )}
    </section>
  );
}

/** In the order in which shoppers choose among them; what is no more offered comes last. */
function asOffered({ combinations }: Product, rows: readonly StockRow[]): StockRow[] {
  const places = new Map<string | null, number>(combinations.map(({ id }, at) => [id, at]));
  const place = ({ combinationId = null }: StockRow) => places.get(combinationId) ?? combinations.length;
  return [...rows].sort((one, other) => place(one) - place(other));
}

/** What is listed because it is still there, and sold no more, takes nothing in. */
function isOffered({ combinations }: Product, { combinationId = null }: StockRow): boolean {
  return combinationId === null
    ? combinations.length === 0
    : combinations.some(({ id }) => id === combinationId);
}

function columns(product: Product, onAdd: ((row: StockRow) => void) | undefined): Column<StockRow>[] {
  return [
    ...stockFigures(),
    {
      id: 'actions',
      header: m.db_stock_col_actions(),
      head: null,
      align: 'end',
      area: 'state',
      cell: (row) => onAdd && isOffered(product, row) && <AddStockButton row={row} onAdd={onAdd} />,
    },
  ];
}
