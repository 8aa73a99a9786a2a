import { ClipboardCheck, History, Plus } from 'lucide-react';
import { count } from '@/i18n/format.ts';
import { m } from '@/i18n/paraglide.gen/messages.js';
import type { Column } from '@/ui/data-table/data-table.tsx';
import * as tableStyles from '@/ui/data-table/table.module.css';
import * as buttonStyles from '@/ui/rich/button.module.css';
import type { StockRow } from '../../data/types.ts';
import { ItemCell } from '../../parts/item-cell.tsx';
import { itemName } from '../../parts/item-name.ts';

interface StockActions {
  /** Absent for those who may only look. */
  onAdd?: (row: StockRow) => void;
  onAdjust?: (row: StockRow) => void;
  onMovements: (row: StockRow) => void;
}

/** A row under the one id that the list needs. */
export interface StockLine extends StockRow {
  id: string;
}

/** The stock of a warehouse, column by column. */
export function stockColumns({ onAdd, onAdjust, onMovements }: StockActions): Column<StockLine>[] {
  return [
    { id: 'product', header: m.db_order_product(), cell: (row) => <ItemCell item={row} />, area: 'main' },
    {
      id: 'on-hand',
      header: m.db_stock_col_on_hand(),
      align: 'end',
      cell: (row) => <span className="num">{count(row.onHand)}</span>,
    },
    {
      id: 'reserved',
      header: m.db_stock_col_reserved(),
      align: 'end',
      cell: (row) => <span className="num muted">{count(row.reserved)}</span>,
    },
    {
      id: 'available',
      header: m.db_stock_col_available(),
      align: 'end',
      area: 'aside',
      cell: (row) => (
        <span className={row.available === 0 ? 'num hot' : 'num strong'}>{count(row.available)}</span>
      ),
    },
    {
      id: 'actions',
      header: m.db_stock_col_actions(),
      head: null,
      align: 'end',
      area: 'state',
      cell: (row) => (
        <span className={tableStyles.rowActs}>
          <button
            type="button"
            className={buttonStyles.icon}
            aria-label={m.db_stock_movements_of({ name: itemName(row) })}
            title={m.db_stock_movements()}
            onClick={() => onMovements(row)}
          >
            <History className="icon" aria-hidden />
          </button>
          {onAdjust && (
            <button
              type="button"
              className={buttonStyles.icon}
              aria-label={m.db_stock_adjust_of({ name: itemName(row) })}
              title={m.db_stock_adjust()}
              onClick={() => onAdjust(row)}
            >
              <ClipboardCheck className="icon" aria-hidden />
            </button>
          )}
          {onAdd && (
            <button
              type="button"
              className={buttonStyles.button}
              aria-label={m.db_stock_add_to({ name: itemName(row) })}
              onClick={() => onAdd(row)}
            >
              <Plus className="icon" aria-hidden />
              <span className="wide-only">{m.db_stock_add()}</span>
            </button>
          )}
        </span>
      ),
    },
  ];
}
