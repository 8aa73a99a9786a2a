import { ClipboardCheck, History } from 'lucide-react';
import { m } from '@/i18n/paraglide.gen/messages.js';
import type { Column } from '@/ui/data-table/data-table.tsx';
import * as tableStyles from '@/ui/data-table/table.module.css';
import * as buttonStyles from '@/ui/rich/button.module.css';
import type { StockRow } from '../../data/types.ts';
import { itemName } from '../../parts/item-name.ts';
import { AddStockButton, stockFigures } from '../../parts/stock-figures.tsx';

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
    ...stockFigures(),
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
          {onAdd && <AddStockButton row={row} onAdd={onAdd} />}
        </span>
      ),
    },
  ];
}
