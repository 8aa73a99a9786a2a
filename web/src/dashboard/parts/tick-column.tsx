import type { ChangeEvent } from 'react';
import { m } from '@/i18n/paraglide.gen/messages.js';
import type { Column } from '@/ui/data-table/data-table.tsx';
import * as tableStyles from '@/ui/data-table/table.module.css';
import * as checkStyles from '@/ui/form/check.module.css';
import type { Ticks } from './use-ticks.ts';

interface TickColumnOptions {
  /** A press anywhere on the row ticks it. */
  wholeRow?: boolean;
}

/** The column of checkboxes in front of a list; each box says what it ticks. */
export function tickColumn<Row extends { id: string }>(
  ticks: Ticks<Row>,
  labelOf: (row: Row) => string,
  { wholeRow = false }: TickColumnOptions = {},
): Column<Row> {
  return {
    id: 'tick',
    area: 'tick',
    header: m.db_tick_all(),
    head: <TickAll {...ticks} />,
    cell: (row) => (
      <label className={tableStyles.tick} data-whole={wholeRow || undefined}>
        <input
          type="checkbox"
          className={checkStyles.check}
          aria-label={labelOf(row)}
          checked={ticks.isTicked(row)}
          onChange={(event) => ticks.tick(row, isExtending(event))}
        />
      </label>
    ),
  };
}

/** Shift was held while the box was clicked. */
function isExtending({ nativeEvent }: ChangeEvent): boolean {
  return nativeEvent instanceof MouseEvent && nativeEvent.shiftKey;
}

function TickAll({ isAll, isSome, tickAll }: Pick<Ticks<unknown>, 'isAll' | 'isSome' | 'tickAll'>) {
  return (
    <label className={tableStyles.tick}>
      <input
        type="checkbox"
        className={checkStyles.check}
        aria-label={m.db_tick_all()}
        checked={isAll}
        ref={(box) => {
          if (box) box.indeterminate = isSome;
        }}
        onChange={tickAll}
      />
    </label>
  );
}
