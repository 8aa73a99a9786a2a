import { Link } from '@tanstack/react-router';
import { Download, Plus, Tag, Upload } from 'lucide-react';
import { m } from '@/i18n/paraglide.gen/messages.js';
import * as buttonStyles from '@/ui/rich/button.module.css';
import { ListPage } from '../../recipe/list/list-page.tsx';
import { useList } from '../../recipe/list/use-list.ts';
import { SavedViews } from '../../recipe/views/saved-views.tsx';
import { useAllowed } from '../../session/use-session.ts';
import { productColumns } from './product-columns.tsx';
import { LOOKS, SORT } from './product-looks.ts';
import { productsQuery } from './queries.ts';
import { type ProductSearch, productList } from './search.ts';
import { useQuickEdit } from './use-quick-edit.ts';

/** The products; price and sale are changed where they stand. */
export function ProductsPage() {
  const list = useList(productList, productsQuery);
  const allowed = useAllowed();
  const edit = useQuickEdit();
  const mayWrite = allowed('catalog.write');
  return (
    <ListPage
      list={list}
      rows={({ products }) => products}
      rowKey={({ id }) => id}
      columns={productColumns(mayWrite ? edit : undefined)}
      looks={LOOKS}
      words={m.db_products_search()}
      acts={
        <>
          <SavedViews screen="products" search={list.search} validate={productList.validate} />
          <a className={buttonStyles.button} href={exportOf(list.search)} download>
            <Download className="icon" aria-hidden />
            {m.db_export()}
          </a>
          {mayWrite && (
            <Link to="/products/import" search={{}} className={buttonStyles.button}>
              <Upload className="icon" aria-hidden />
              {m.db_import_open()}
            </Link>
          )}
          {mayWrite && (
            <Link to="/products/new" className={`${buttonStyles.button} ${buttonStyles.primary}`}>
              <Plus className="icon" aria-hidden />
              {m.db_product_new()}
            </Link>
          )}
        </>
      }
      sort={SORT}
      empty={{ icon: Tag, title: m.db_products_empty_title(), body: m.db_products_empty_body() }}
      none={{ title: m.db_products_none_title(), body: m.db_none_body() }}
    />
  );
}

/** What the list shows, on all its pages, as a file. */
function exportOf({ q, category, brand, tag, active }: ProductSearch): string {
  const query = new URLSearchParams({
    ...(q && { q }),
    ...(category && { category }),
    ...(brand && { brand }),
    ...(tag && { tag }),
    ...(active !== undefined && { active: String(active) }),
  });
  return `/dashboard/api/products/export?${query}`;
}
