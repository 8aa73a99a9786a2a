/** What a warehouse has of a product, column by column, in all tables that tell it. */
import { Plus } from 'lucide-react';
import { count } from '@/i18n/format.ts';
import { m } from '@/i18n/paraglide.gen/messages.js';
import type { Column } from '@/ui/data-table/data-table.tsx';
import * as buttonStyles from '@/ui/rich/button.module.css';
import type { StockRow } from '../data/types.ts';
import { ItemCell } from './item-cell.tsx';
import { itemName } from './item-name.ts';

export function stockFigures(): Column<StockRow>[] {
  return [
    { id: 'product', header: m.db_order_product(), cell: (row) => <ItemCell item={row} />, area: 'main' },
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
  ];
}

interface AddStockButtonProps {
  row: StockRow;
  onAdd: (row: StockRow) => void;
}

export function AddStockButton({ row, onAdd }: AddStockButtonProps) {
  return (
    <button
      type="button"
      className={buttonStyles.button}
      aria-label={m.db_stock_add_to({ name: itemName(row) })}
      onClick={() => onAdd(row)}
    >
      <Plus className="icon" aria-hidden />
      <span className="wide-only">{m.db_stock_add()}</span>
    </button>
  );
}
