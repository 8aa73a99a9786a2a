import { ArrowDown, ArrowUp, ArrowUpDown } from 'lucide-react';
import type { CSSProperties, MouseEvent, ReactNode } from 'react';
import * as tableStyles from './table.module.css';

export interface Column<Row> {
  id: string;
  /** What it is called. */
  header: string;
  /** Its head has no room for that, and shows this or nothing. */
  head?: ReactNode;
  cell: (row: Row) => ReactNode;
  align?: 'end';
  /** So many percent of the table are its own: what is longer is cut, so that the row keeps its two lines, and said where one points at the row. */
  share?: number;
  /** Where the cell stands when the row is a card on a phone; without it, it isn't shown there. */
  area?: 'tick' | 'lead' | 'main' | 'aside' | 'under' | 'state';
}

/** A column whose header may sort the rows. */
export interface SortableColumn<Row> extends Column<Row> {
  sort?: {
    /** How the rows are sorted by it now. */
    direction: 'ascending' | 'descending' | undefined;
    onSort: () => void;
  };
}

interface DataTableProps<Row> {
  /** Said to those who can't see the heading above it. */
  caption: string;
  columns: readonly SortableColumn<Row>[];
  rows: readonly Row[];
  rowKey: (row: Row) => string;
  isOn?: (row: Row) => boolean;
  /** Came while one was looking: tinted for a moment. */
  isFresh?: (row: Row) => boolean;
  /** Rows of an older question, still shown while the new answer is on its way. */
  stale?: boolean;
}

/** A table of one page of rows; on a phone each row becomes a two-line card. */
export function DataTable<Row>({
  caption,
  columns,
  rows,
  rowKey,
  isOn,
  isFresh,
  stale,
}: DataTableProps<Row>) {
  return (
    <table
      className={`${tableStyles.table} ${tableStyles.cards}`}
      data-stale={stale ?? false}
      aria-busy={stale ?? false}
    >
      <caption className="visually-hidden">{caption}</caption>
      <thead>
        <tr>
          {columns.map((column) => (
            <Header key={column.id} column={column} />
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr
            key={rowKey(row)}
            data-on={isOn?.(row) ?? false}
            data-fresh={isFresh?.(row) ?? false}
            onMouseEnter={tellCut}
          >
            {columns.map((column) => (
              <td
                key={column.id}
                className={column.align}
                data-area={column.area}
                data-cut={column.share !== undefined || undefined}
                style={{ '--share': column.share && `${column.share}%` } as CSSProperties}
              >
                {column.cell(row)}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** Has the row say what of it is cut: its link lies over the cells, to which nobody points themselves. */
function tellCut({ currentTarget: row }: MouseEvent<HTMLTableRowElement>): void {
  const cells = [...row.querySelectorAll<HTMLElement>('[data-cut]')];
  const cut = cells.filter((cell) => [cell, ...cell.children].some(isCut));
  // biome-ignore lint/performance/useDomNodeTextContent: what is hidden at this width is not cut, and lines stay apart.
  row.title = cut.map(({ innerText }) => innerText).join('\n');
}

/** What stands in a line has no width of its own: its cell has. */
function isCut({ clientWidth, scrollWidth }: Element): boolean {
  return clientWidth > 0 && scrollWidth > clientWidth;
}

function Header<Row>({ column: { header, head, align, sort } }: { column: SortableColumn<Row> }) {
  if (!sort) {
    return (
      <th scope="col" className={align}>
        {head === undefined ? header : (head ?? <span className="visually-hidden">{header}</span>)}
      </th>
    );
  }
  const Arrow = { ascending: ArrowUp, descending: ArrowDown, none: ArrowUpDown }[sort.direction ?? 'none'];
  return (
    <th scope="col" className={align} aria-sort={sort.direction ?? 'none'}>
      <button type="button" className={tableStyles.sortHeader} onClick={sort.onSort}>
        {header}
        <Arrow className="icon icon-sm" aria-hidden />
      </button>
    </th>
  );
}
