/** Headers that sort: which order of the list a press on a column asks for. */
import type { Column, SortableColumn } from '@/ui/data-table/data-table.tsx';

/** A column of a list whose orders are `S`. */
export interface ListColumn<Row, S extends string> extends Column<Row> {
  /** The orders by it that the list has. */
  sort?: { up?: S; down?: S };
  /** It names the row, as the main one does: it can't be hidden. */
  isFixed?: boolean;
}

/** Up, then down as far as the list has both, then its usual order again. */
function nextSort<S extends string>({ up, down }: { up?: S; down?: S }, now: S | undefined): S | undefined {
  if (now !== undefined && now === down) return undefined;
  if (now !== undefined && now === up) return down;
  return up ?? down;
}

/** The columns with what their headers do. */
export function sortable<Row, S extends string>(
  columns: readonly ListColumn<Row, S>[],
  now: S | undefined,
  onSort: (sort: S | undefined) => void,
): SortableColumn<Row>[] {
  return columns.map(({ sort, isFixed: _, ...column }) => {
    if (!sort) return column;
    const directions = { up: 'ascending', down: 'descending' } as const;
    const isBy = (way: 'up' | 'down') => now !== undefined && sort[way] === now;
    const way = (['up', 'down'] as const).find(isBy);
    return {
      ...column,
      sort: { direction: way && directions[way], onSort: () => onSort(nextSort(sort, now)) },
    };
  });
}
