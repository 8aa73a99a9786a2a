import { useQuery } from '@tanstack/react-query';
import { Boxes, Plus } from 'lucide-react';
import { useDeferredValue, useState } from 'react';
import { count } from '@/i18n/format.ts';
import { m } from '@/i18n/paraglide.gen/messages.js';
import { type Column, DataTable } from '@/ui/data-table/data-table.tsx';
import * as fieldStyles from '@/ui/form/field.module.css';
import { Field } from '@/ui/form/field.tsx';
import * as buttonStyles from '@/ui/rich/button.module.css';
import * as headsStyles from '@/ui/rich/heads.module.css';
import * as panelStyles from '@/ui/rich/panel.module.css';
import { Empty } from '@/ui/rich/states.tsx';
import { complained } from '@/ui/rich/toasts.tsx';
import { client } from '../../data/api.ts';
import type { AvailableProduct, Expedition } from '../../data/types.ts';
import { ItemCell } from '../../parts/item-cell.tsx';
import { itemName } from '../../parts/item-name.ts';
import { ListBody } from '../../parts/list-body.tsx';
import { useKeepExpedition } from './part-dialogs.tsx';
import { QuantityDialog } from './quantity-dialog.tsx';
import { availableQuery } from './queries.ts';

/** What the source has free, found by its name or SKU and added. */
export function AvailableProducts({ expedition }: { expedition: Expedition }) {
  const [words, setWords] = useState('');
  const [added, setAdded] = useState<AvailableProduct | null>(null);
  const asked = useDeferredValue(words.trim());
  const found = useQuery(availableQuery(expedition.sourceId, asked));
  return (
    <section className={panelStyles.panel}>
      <header className={headsStyles.panelHead}>
        <h2>{m.db_expedition_available({ name: expedition.sourceName })}</h2>
      </header>
      <div className={panelStyles.body}>
        <Field label={m.db_stock_search()}>
          {(control) => (
            <input
              {...control}
              type="search"
              className={fieldStyles.input}
              maxLength={100}
              value={words}
              onChange={({ target }) => setWords(target.value)}
            />
          )}
        </Field>
      </div>
      <ListBody
        query={found}
        errorTitle={m.db_products_load_error()}
        isEmpty={({ products, more }) => products.length === 0 && !more}
        empty={<Empty icon={Boxes} title={m.db_expedition_none_available()} />}
      >
        {({ products, more }, stale) => (
          <>
            {products.length > 0 && (
              <DataTable
                caption={m.db_expedition_available({ name: expedition.sourceName })}
                columns={columns(setAdded)}
                rows={products}
                rowKey={({ product_id, combination_id }) => `${product_id}/${combination_id ?? ''}`}
                stale={stale}
              />
            )}
            {more && (
              <p className={`${panelStyles.body} small muted`} role="status">
                {products.length > 0
                  ? m.db_expedition_available_more({ n: count(products.length) })
                  : m.db_expedition_available_unseen()}
              </p>
            )}
          </>
        )}
      </ListBody>
      {added && <AddDialog expedition={expedition} product={added} onClose={() => setAdded(null)} />}
    </section>
  );
}

function columns(onAdd: (product: AvailableProduct) => void): Column<AvailableProduct>[] {
  return [
    {
      id: 'product',
      header: m.db_order_product(),
      area: 'main',
      cell: (product) => <ItemCell item={named(product)} />,
    },
    {
      id: 'available',
      header: m.db_stock_col_available(),
      align: 'end',
      area: 'aside',
      cell: (product) => <span className="num strong">{count(product.available_stock)}</span>,
    },
    {
      id: 'actions',
      header: m.db_stock_col_actions(),
      head: null,
      align: 'end',
      area: 'state',
      cell: (product) => (
        <button
          type="button"
          className={buttonStyles.button}
          aria-label={m.db_expedition_add_of({ name: itemName(named(product)) })}
          onClick={() => onAdd(product)}
        >
          <Plus className="icon" aria-hidden />
          {m.db_expedition_add()}
        </button>
      ),
    },
  ];
}

interface AddDialogProps {
  expedition: Expedition;
  product: AvailableProduct;
  onClose: () => void;
}

function AddDialog({ expedition, product, onClose }: AddDialogProps) {
  const { keep, refresh } = useKeepExpedition(expedition.id);
  const { product_id: productId, combination_id: combinationId = null, available_stock: available } = product;
  return (
    <QuantityDialog
      title={m.db_expedition_add_of({ name: itemName(named(product)) })}
      label={m.db_stock_quantity()}
      hint={m.db_expedition_free({ n: count(available), count: available })}
      submit={m.db_expedition_add()}
      start={1}
      most={available}
      intent={{
        name: 'expedition-item',
        of: { expedition: expedition.id, productId, combinationId },
        mayRecur: true,
      }}
      send={async (quantity, key) => {
        const { data } = await client.POST('/dashboard/api/internal-expedition/{id}/add-item', {
          params: { path: { id: expedition.id }, header: { 'Idempotency-Key': key } },
          body: { productId, combinationId, quantity },
        });
        keep(data);
      }}
      told={m.db_expedition_item_added}
      onRefused={() => complained(m.db_expedition_error_adding())}
      onSettled={refresh}
      onClose={onClose}
    />
  );
}

/** The specification's names under ours. */
function named({ product_name, combination_name, sku, image }: AvailableProduct) {
  return { productName: product_name, combinationName: combination_name, sku, image };
}
