import { Link } from '@tanstack/react-router';
import { Award } from 'lucide-react';
import { count } from '@/i18n/format.ts';
import { m } from '@/i18n/paraglide.gen/messages.js';
import * as tableStyles from '@/ui/data-table/table.module.css';
import type { Brand } from '../../data/types.ts';
import { Logo } from '../../parts/logo.tsx';
import { ListPage } from '../../recipe/list/list-page.tsx';
import { pickOne } from '../../recipe/list/looks.tsx';
import type { ListColumn } from '../../recipe/list/sorting.ts';
import { useList } from '../../recipe/list/use-list.ts';
import { logoOf } from './draft.ts';
import { brandList, brandsQuery } from './queries.ts';

const SORT = pickOne<'name' | 'products'>({
  label: m.db_brands_sort,
  all: m.db_brands_sort_default,
  useChoices: () => [
    { value: 'name', label: m.db_brands_sort_name() },
    { value: 'products', label: m.db_brands_sort_products() },
  ],
});

/** The brands in the order that shoppers see them. */
export function BrandsPage() {
  const list = useList(brandList, brandsQuery);
  return (
    <ListPage
      list={list}
      rows={({ brands }) => brands}
      columns={columns()}
      looks={{}}
      words={m.db_brands_search()}
      sort={SORT}
      exports={{ path: '/dashboard/api/brands/export', isSorted: true }}
      create={{ to: '/brands/new', label: m.db_brand_new(), permission: 'catalog.write' }}
      empty={{ icon: Award, title: m.db_brands_empty() }}
      none={{ title: m.db_brands_none(), body: m.db_none_body() }}
    />
  );
}

function columns(): ListColumn<Brand, 'name' | 'products'>[] {
  return [
    {
      id: 'logo',
      header: m.db_brand_logo(),
      area: 'lead',
      cell: (brand) => <Logo src={logoOf(brand)} />,
    },
    {
      id: 'name',
      header: m.db_brand_name(),
      area: 'main',
      sort: { up: 'name' },
      cell: (brand) => (
        <>
          <Link to="/brands/$id" params={{ id: brand.id }} className={`${tableStyles.rowLink} strong`}>
            <bdi>{brand.name}</bdi>
          </Link>
          {brand.mergedInto && <small className="muted">{m.db_brand_merging()}</small>}
        </>
      ),
    },
    {
      id: 'position',
      header: m.db_brand_position(),
      align: 'end',
      cell: (brand) => <span className="num">{count(brand.position)}</span>,
    },
    {
      id: 'products',
      header: m.db_brand_products(),
      align: 'end',
      area: 'aside',
      sort: { down: 'products' },
      cell: (brand) => <span className="num">{count(brand.productsCount)}</span>,
    },
  ];
}
