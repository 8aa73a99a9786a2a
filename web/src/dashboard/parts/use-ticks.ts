import { useRef, useState } from 'react';
import { allToggled, rangeToggled, type Ticked, tickedRows, toggled } from '../ticked.ts';

export interface Ticks<Row> {
  isTicked: (row: Row) => boolean;
  /** Those of the list that are ticked, shown or not. */
  chosen: readonly Row[];
  isAll: boolean;
  isSome: boolean;
  /** `extend`: from the row ticked last up to this one. */
  tick: (row: Row, extend: boolean) => void;
  tickAll: () => void;
  /** These and no others. */
  set: (rows: readonly Row[]) => void;
  clear: () => void;
}

/** Which rows of a list are ticked; `shown` is the part of it that one sees. */
export function useTicks<Row extends { id: string }>(
  rows: readonly Row[],
  shown: readonly Row[] = rows,
): Ticks<Row> {
  const [ticked, setTicked] = useState<Ticked>(new Set());
  const last = useRef<string>(undefined);
  const shownTicked = tickedRows(shown, ticked).length;
  return {
    isTicked: ({ id }) => ticked.has(id),
    chosen: tickedRows(rows, ticked),
    isAll: shown.length > 0 && shownTicked === shown.length,
    isSome: shownTicked > 0 && shownTicked < shown.length,
    tick: ({ id }, extend) => {
      const from = extend ? last.current : undefined;
      last.current = id;
      setTicked((before) =>
        from === undefined ? toggled(before, id) : rangeToggled(before, shown, from, id),
      );
    },
    tickAll: () => setTicked((before) => allToggled(before, shown)),
    set: (chosen) => setTicked(new Set(chosen.map(({ id }) => id))),
    clear: () => setTicked(new Set()),
  };
}
