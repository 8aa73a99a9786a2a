import { useRef, useState } from 'react';
import {
  allToggled,
  rangeToggled,
  type Ticked,
  tickedAmong,
  tickedOnPages,
  toggled,
  withRows,
} from '../ticked.ts';

export interface Ticks<Row> {
  isTicked: (row: Row) => boolean;
  /** Those that are ticked, in sight or not. */
  chosen: readonly Row[];
  isAll: boolean;
  isSome: boolean;
  /** `extend`: from the row ticked last up to this one. */
  tick: (row: Row, extend: boolean) => void;
  tickAll: () => void;
  /** These and no others. */
  set: (rows: readonly Row[]) => void;
  /** No longer these. */
  drop: (rows: readonly Row[]) => void;
  clear: () => void;
}

interface Identified {
  id: string;
}

/** Which rows are ticked of a list that is here as a whole; `shown` is the part of it that one sees. */
export function useTicks<Row extends Identified>(
  rows: readonly Row[],
  shown: readonly Row[] = rows,
): Ticks<Row> {
  const [ticked, setTicked] = useState<Ticked<Row>>(new Map());
  return useTicking(ticked, setTicked, shown, tickedAmong(rows, ticked));
}

/** Which rows are ticked over the pages of a list; another `scope`, and so other rows, starts with none. */
export function useSelection<Row extends Identified>(shown: readonly Row[], scope: string): Ticks<Row> {
  const [ticked, setTicked] = useState<Ticked<Row>>(new Map());
  const [scoped, setScoped] = useState(scope);
  if (scoped !== scope) {
    setScoped(scope);
    setTicked(new Map());
  }
  return useTicking(ticked, setTicked, shown, tickedOnPages(shown, ticked));
}

function useTicking<Row extends Identified>(
  ticked: Ticked<Row>,
  setTicked: (change: (before: Ticked<Row>) => Ticked<Row>) => void,
  shown: readonly Row[],
  chosen: readonly Row[],
): Ticks<Row> {
  const last = useRef<string>(undefined);
  const shownTicked = tickedAmong(shown, ticked).length;
  return {
    isTicked: ({ id }) => ticked.has(id),
    chosen,
    isAll: shown.length > 0 && shownTicked === shown.length,
    isSome: shownTicked > 0 && shownTicked < shown.length,
    tick: (row, extend) => {
      const from = extend ? last.current : undefined;
      last.current = row.id;
      setTicked((before) =>
        from === undefined ? toggled(before, row) : rangeToggled(before, shown, from, row),
      );
    },
    tickAll: () => setTicked((before) => allToggled(before, shown)),
    set: (rows) => setTicked(() => withRows(new Map(), rows, true)),
    drop: (rows) => setTicked((before) => withRows(before, rows, false)),
    clear: () => setTicked(() => new Map()),
  };
}
