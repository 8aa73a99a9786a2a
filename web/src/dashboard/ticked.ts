/** Rows ticked in a list, by their id: pure, so that a list can lose rows without losing its head. */

export type Ticked = ReadonlySet<string>;

interface Row {
  id: string;
}

export function toggled(ticked: Ticked, id: string): Ticked {
  const next = new Set(ticked);
  if (!next.delete(id)) next.add(id);
  return next;
}

/** All of the shown ticked, or none of them when all were; the rest stays as it is. */
export function allToggled(ticked: Ticked, shown: readonly Row[]): Ticked {
  const isAll = shown.every(({ id }) => ticked.has(id));
  return withRows(ticked, shown, !isAll);
}

/** Every row between two of them, both included, set as the second one becomes: what Shift and a click mean. */
export function rangeToggled(ticked: Ticked, shown: readonly Row[], from: string, to: string): Ticked {
  const ends = [from, to].map((end) => shown.findIndex(({ id }) => id === end)).sort((a, b) => a - b);
  const [first = -1, last = -1] = ends;
  if (first < 0) return toggled(ticked, to);
  return withRows(ticked, shown.slice(first, last + 1), !ticked.has(to));
}

function withRows(ticked: Ticked, rows: readonly Row[], on: boolean): Ticked {
  const next = new Set(ticked);
  for (const { id } of rows) {
    if (on) next.add(id);
    else next.delete(id);
  }
  return next;
}

/** Only those still in the list count. */
export function tickedRows<R extends Row>(rows: readonly R[], ticked: Ticked): R[] {
  return rows.filter(({ id }) => ticked.has(id));
}
