import { Link } from '@tanstack/react-router';
import { Layers } from 'lucide-react';
import { count } from '@/i18n/format.ts';
import { m } from '@/i18n/paraglide.gen/messages.js';
import * as tableStyles from '@/ui/data-table/table.module.css';
import type { BrandLine } from '../../data/types.ts';
import { useChoices } from '../../parts/choices.ts';
import { Thumb } from '../../parts/thumb.tsx';
import { ListPage } from '../../recipe/list/list-page.tsx';
import { named, pickOne } from '../../recipe/list/looks.tsx';
import type { ListColumn } from '../../recipe/list/sorting.ts';
import { useList } from '../../recipe/list/use-list.ts';
import { brandLineList, brandLinesQuery } from './queries.ts';

const LOOKS = {
  brand: pickOne({
    label: m.db_line_brand,
    all: m.db_line_brand_all,
    useChoices: () => named(useChoices('brands')),
  }),
};

const SORT = pickOne<'name' | 'products'>({
  label: m.db_lines_sort,
  all: m.db_lines_sort_default,
  useChoices: () => [
    { value: 'name', label: m.db_lines_sort_name() },
    { value: 'products', label: m.db_lines_sort_products() },
  ],
});

/** The brand lines in the order that shoppers see them. */
export function BrandLinesPage() {
  const list = useList(brandLineList, brandLinesQuery);
  const { brand } = list.search;
  return (
    <ListPage
      list={list}
      rows={({ lines }) => lines}
      columns={columns()}
      looks={LOOKS}
      words={m.db_lines_search()}
      sort={SORT}
      create={{
        to: '/brand-lines/new',
        search: brand ? { brand } : {},
        label: m.db_line_new(),
        permission: 'catalog.write',
      }}
      empty={{ icon: Layers, title: m.db_lines_empty() }}
      none={{ title: m.db_lines_none(), body: m.db_none_body() }}
    />
  );
}

function columns(): ListColumn<BrandLine, 'name' | 'products'>[] {
  return [
    {
      id: 'picture',
      header: m.db_line_picture(),
      area: 'lead',
      cell: ({ picture }) => <Thumb src={picture} />,
    },
    {
      id: 'name',
      header: m.db_line_name(),
      area: 'main',
      sort: { up: 'name' },
      cell: ({ id, name }) => (
        <Link to="/brand-lines/$id" params={{ id }} className={`${tableStyles.rowLink} strong`}>
          <bdi>{name}</bdi>
        </Link>
      ),
    },
    {
      id: 'brand',
      header: m.db_line_brand(),
      area: 'under',
      cell: ({ brand }) => <bdi>{brand}</bdi>,
    },
    {
      id: 'position',
      header: m.db_line_position(),
      align: 'end',
      cell: ({ position }) => <span className="num">{count(position)}</span>,
    },
    {
      id: 'products',
      header: m.db_line_products(),
      align: 'end',
      area: 'aside',
      sort: { down: 'products' },
      cell: ({ productsCount }) => <span className="num">{count(productsCount)}</span>,
    },
  ];
}
