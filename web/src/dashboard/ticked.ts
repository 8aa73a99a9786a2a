/** Rows ticked in a list, as they were when one last saw them: pure, so that a list can lose rows without losing its head. */

interface Row {
  id: string;
}

export type Ticked<R extends Row> = ReadonlyMap<string, R>;

export function toggled<R extends Row>(ticked: Ticked<R>, row: R): Ticked<R> {
  return withRows(ticked, [row], !ticked.has(row.id));
}

/** All of the shown ticked, or none of them when all were; the rest stays as it is. */
export function allToggled<R extends Row>(ticked: Ticked<R>, shown: readonly R[]): Ticked<R> {
  const isAll = shown.every(({ id }) => ticked.has(id));
  return withRows(ticked, shown, !isAll);
}

/** Every row between two of them, both included, set as the second one becomes: what Shift and a click mean. */
export function rangeToggled<R extends Row>(
  ticked: Ticked<R>,
  shown: readonly R[],
  from: string,
  to: R,
): Ticked<R> {
  const ends = [from, to.id].map((end) => shown.findIndex(({ id }) => id === end)).sort((a, b) => a - b);
  const [first = -1, last = -1] = ends;
  if (first < 0) return toggled(ticked, to);
  return withRows(ticked, shown.slice(first, last + 1), !ticked.has(to.id));
}

/** The rows ticked, or no more. */
export function withRows<R extends Row>(ticked: Ticked<R>, rows: readonly R[], on: boolean): Ticked<R> {
  const next = new Map(ticked);
  for (const row of rows) {
    if (on) next.set(row.id, row);
    else next.delete(row.id);
  }
  return next;
}

/** Of a list that is here as a whole: only those still in it count. */
export function tickedAmong<R extends Row>(rows: readonly R[], ticked: Ticked<R>): R[] {
  return rows.filter(({ id }) => ticked.has(id));
}

/** Of a list of which one page is here: all of them, those in sight as they are now and in the list's order. */
export function tickedOnPages<R extends Row>(shown: readonly R[], ticked: Ticked<R>): R[] {
  const inSight = tickedAmong(shown, ticked);
  const isInSight = ({ id }: R) => inSight.some((row) => row.id === id);
  const next = inSight.values();
  return [...ticked.values()].map((row) => (isInSight(row) ? (next.next().value ?? row) : row));
}
