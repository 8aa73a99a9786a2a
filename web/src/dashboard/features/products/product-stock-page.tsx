import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { Boxes, Plus } from 'lucide-react';
import { useState } from 'react';
import { count } from '@/i18n/format.ts';
import { m } from '@/i18n/paraglide.gen/messages.js';
import { type Column, DataTable } from '@/ui/data-table/data-table.tsx';
import * as buttonStyles from '@/ui/rich/button.module.css';
import * as headsStyles from '@/ui/rich/heads.module.css';
import * as layoutStyles from '@/ui/rich/layout.module.css';
import { Empty } from '@/ui/rich/states.tsx';
import { warehousesQuery } from '../../data/places.ts';
import type { Product, StockRow, Warehouse } from '../../data/types.ts';
import { AddStockDialog } from '../../parts/add-stock-dialog.tsx';
import { ItemCell } from '../../parts/item-cell.tsx';
import { itemName } from '../../parts/item-name.ts';
import { ListBody } from '../../parts/list-body.tsx';
import { productName } from '../../parts/named-product.ts';
import { Pending } from '../../parts/pending.tsx';
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
        query={useQuery(productStockQuery(warehouse.id, product.id))}
        isEmpty={({ stocks }) => stocks.length === 0}
        empty={<Empty icon={Boxes} title={m.db_stock_none_title()} />}
      >
        {({ stocks }) => (
          <DataTable
            caption={`${m.db_nav_stock()}, ${warehouse.name}`}
            columns={columns(mayAdd && isOwn(warehouse.id) ? setAdded : undefined)}
            rows={stocks}
            rowKey={({ combinationId }) => combinationId ?? ''}
          />
        )}
      </ListBody>
      {added && <AddStockDialog row={added} warehouse={warehouse} onClose={() => setAdded(null)} />}
    </section>
  );
}

function columns(onAdd: ((row: StockRow) => void) | undefined): Column<StockRow>[] {
  return [
    { id: 'product', header: m.db_order_product(), area: 'main', cell: (row) => <ItemCell item={row} /> },
    {
      id: 'on-hand',
      header: m.db_stock_col_on_hand(),
      align: 'end',
      cell: ({ onHand }) => <span className="num">{count(onHand)}</span>,
    },
    {
      id: 'reserved',
      header: m.db_stock_col_reserved(),
      align: 'end',
      cell: ({ reserved }) => <span className="num muted">{count(reserved)}</span>,
    },
    {
      id: 'available',
      header: m.db_stock_col_available(),
      align: 'end',
      area: 'aside',
      cell: ({ available }) => (
        <span className={available === 0 ? 'num hot' : 'num strong'}>{count(available)}</span>
      ),
    },
    {
      id: 'actions',
      header: m.db_stock_col_actions(),
      head: null,
      align: 'end',
      area: 'state',
      cell: (row) =>
        onAdd && (
          <button
            type="button"
            className={buttonStyles.button}
            aria-label={m.db_stock_add_to({ name: itemName(row) })}
            onClick={() => onAdd(row)}
          >
            <Plus className="icon" aria-hidden />
            <span className="wide-only">{m.db_stock_add()}</span>
          </button>
        ),
    },
  ];
}
