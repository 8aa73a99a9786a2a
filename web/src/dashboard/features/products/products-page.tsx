import { Link } from '@tanstack/react-router';
import { Tag, Upload } from 'lucide-react';
import { m } from '@/i18n/paraglide.gen/messages.js';
import * as buttonStyles from '@/ui/rich/button.module.css';
import { ListPage } from '../../recipe/list/list-page.tsx';
import { useList } from '../../recipe/list/use-list.ts';
import { useAllowed } from '../../session/use-session.ts';
import { productColumns } from './product-columns.tsx';
import { LOOKS, SORT } from './product-looks.ts';
import { productsQuery } from './queries.ts';
import { productList } from './search.ts';
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
      columns={productColumns(mayWrite ? edit : undefined)}
      looks={LOOKS}
      words={m.db_products_search()}
      views="products"
      exports={{ path: '/dashboard/api/products/export' }}
      acts={
        mayWrite && (
          <Link to="/products/import" search={{}} className={buttonStyles.button}>
            <Upload className="icon" aria-hidden />
            {m.db_import_open()}
          </Link>
        )
      }
      create={{ to: '/products/new', label: m.db_product_new(), permission: 'catalog.write' }}
      sort={SORT}
      empty={{ icon: Tag, title: m.db_products_empty_title(), body: m.db_products_empty_body() }}
      none={{ title: m.db_products_none_title(), body: m.db_none_body() }}
    />
  );
}
