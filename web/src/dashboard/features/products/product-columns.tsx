import { Link } from '@tanstack/react-router';
import { Check, X } from 'lucide-react';
import { fromDinars } from '@/domain/money.ts';
import { count } from '@/i18n/format.ts';
import { m } from '@/i18n/paraglide.gen/messages.js';
import type { Column } from '@/ui/data-table/data-table.tsx';
import * as tableStyles from '@/ui/data-table/table.module.css';
import * as stateStyles from '@/ui/rich/state.module.css';
import { Switch } from '@/ui/rich/switch.tsx';
import type { ProductRow } from '../../data/types.ts';
import { Amount } from '../../parts/amount.tsx';
import { Thumb } from '../../parts/thumb.tsx';
import { PriceCell } from './price-cell.tsx';

type Edit = (change: { row: ProductRow; priceHt?: number; isActive?: boolean }) => void;

/** The product list, column by column; without `edit` it is only read. */
export function productColumns(edit: Edit | undefined): Column<ProductRow>[] {
  return [
    {
      id: 'image',
      header: m.db_product_images(),
      head: null,
      area: 'lead',
      cell: (row) => <Thumb src={row.image} small />,
    },
    { id: 'product', header: m.db_products_col_product(), cell: nameCell, area: 'main' },
    { id: 'category', header: m.db_products_col_category(), cell: (row) => row.category, area: 'under' },
    { id: 'brand', header: m.db_products_col_brand(), cell: (row) => <bdi>{row.brand}</bdi> },
    {
      id: 'ht',
      header: m.db_products_col_ht(),
      align: 'end',
      area: 'aside',
      cell: (row) => (
        <PriceCell
          row={row}
          canEdit={edit !== undefined}
          onPrice={(priceHt, opened) => edit?.({ row: opened, priceHt })}
        />
      ),
    },
    {
      id: 'ttc',
      header: m.db_products_col_ttc(),
      align: 'end',
      cell: (row) => <Amount value={fromDinars(row.priceTtc)} />,
    },
    {
      id: 'active',
      header: m.db_products_col_active(),
      area: 'state',
      cell: (row) => <ActiveCell row={row} edit={edit} />,
    },
  ];
}

function nameCell(row: ProductRow) {
  return (
    <>
      <Link to="/products/$id" params={{ id: row.id }} className={`${tableStyles.rowLink} strong`}>
        <bdi>{row.name}</bdi>
      </Link>
      {row.combinationsCount > 0 && (
        <small className="wide-block num">
          {m.db_products_combinations({ count: row.combinationsCount, n: count(row.combinationsCount) })}
        </small>
      )}
    </>
  );
}

function ActiveCell({ row, edit }: { row: ProductRow; edit: Edit | undefined }) {
  if (edit) {
    return (
      <Switch
        label={m.db_products_toggle({ name: row.name })}
        checked={row.isActive}
        onChange={(isActive) => edit({ row, isActive })}
      />
    );
  }
  const Icon = row.isActive ? Check : X;
  return (
    <span
      className={
        row.isActive ? `${stateStyles.state} ${stateStyles.ok}` : `${stateStyles.state} ${stateStyles.bad}`
      }
    >
      <Icon className="icon" aria-hidden />
      <span className="visually-hidden">
        {row.isActive ? m.db_products_active_on() : m.db_products_active_off()}
      </span>
    </span>
  );
}
