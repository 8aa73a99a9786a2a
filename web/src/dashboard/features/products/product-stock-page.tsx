import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { Boxes } from 'lucide-react';
import { useState } from 'react';
import { m } from '@/i18n/paraglide.gen/messages.js';
import { type Column, DataTable } from '@/ui/data-table/data-table.tsx';
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
  const [page, setPage] = useState(1);
  return (
    <section>
      <header className={headsStyles.secHead}>
        <h2>
          <bdi>{warehouse.name}</bdi>
        </h2>
        <span className={headsStyles.acts}>
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
        query={useQuery(productStockQuery(warehouse.id, product.id, page))}
        isEmpty={({ stocks }) => stocks.length === 0}
        empty={<Empty icon={Boxes} title={m.db_stock_none_title()} />}
      >
        {(shown, isStale) => (
          <>
            <DataTable
              caption={`${m.db_nav_stock()}, ${warehouse.name}`}
              columns={columns(mayAdd && isOwn(warehouse.id) ? setAdded : undefined)}
              rows={shown.stocks}
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
    </section>
  );
}

function columns(onAdd: ((row: StockRow) => void) | undefined): Column<StockRow>[] {
  return [
    ...stockFigures(),
    {
      id: 'actions',
      header: m.db_stock_col_actions(),
      head: null,
      align: 'end',
      area: 'state',
      cell: (row) => onAdd && <AddStockButton row={row} onAdd={onAdd} />,
    },
  ];
}
