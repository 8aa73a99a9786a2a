import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { SearchX, Tag } from 'lucide-react';
import { m } from '@/i18n/paraglide.gen/messages.js';
import { DataTable } from '@/ui/data-table/data-table.tsx';
import { Pager } from '@/ui/data-table/pager.tsx';
import { Empty } from '@/ui/rich/states.tsx';
import { ListBody } from '../../parts/list-body.tsx';
import { PageTitle } from '../../parts/page-title.tsx';
import { useRowKeys } from '../../parts/use-row-keys.ts';
import { DEFAULT_SIZE, refine } from '../../search-params.ts';
import { useAllowed } from '../../session/use-session.ts';
import { productColumns } from './product-columns.tsx';
import { ProductFilters } from './product-filters.tsx';
import { productsQuery } from './queries.ts';
import { isNarrowed, type ProductSearch } from './search.ts';
import { useQuickEdit } from './use-quick-edit.ts';

const route = getRouteApi('/products');

/** The products; price and sale are changed where they stand. */
export function ProductsPage() {
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const products = useQuery(productsQuery(search));
  const allowed = useAllowed();
  const edit = useQuickEdit();
  useRowKeys();
  const columns = productColumns(allowed('catalog.write') ? edit.mutate : undefined);
  const refineTo = (change: Partial<ProductSearch>) =>
    void navigate({ search: (before) => refine(before, change), replace: true });
  return (
    <>
      <PageTitle>{m.db_nav_products()}</PageTitle>
      <div className="page-head">
        <h1>{m.db_nav_products()}</h1>
      </div>
      <ProductFilters search={search} onChange={refineTo} />
      <ListBody
        query={products}
        isEmpty={(page) => page.products.length === 0}
        empty={<NoProducts search={search} />}
      >
        {(page, stale) => (
          <>
            <DataTable
              caption={m.db_nav_products()}
              columns={columns}
              rows={page.products}
              rowKey={(row) => row.id}
              stale={stale}
            />
            <Pager
              page={search.page ?? 1}
              size={search.size ?? DEFAULT_SIZE}
              list={page}
              onSize={(size) => refineTo({ size })}
              link={({ page, ...props }) => (
                <Link to="/products" search={{ ...search, page }} activeProps={{}} {...props} />
              )}
            />
          </>
        )}
      </ListBody>
    </>
  );
}

function NoProducts({ search }: { search: ProductSearch }) {
  if (!isNarrowed(search)) {
    return <Empty icon={Tag} title={m.db_products_empty_title()} body={m.db_products_empty_body()} />;
  }
  return (
    <Empty icon={SearchX} title={m.db_products_none_title()} body={m.db_products_none_body()}>
      <Link to="/products" className="btn">
        {m.db_clear_filters()}
      </Link>
    </Empty>
  );
}
