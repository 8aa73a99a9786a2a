import { useEffect, useRef } from 'react';

/** Tells the rows that came in while one was looking, so that they can be tinted for a moment. */
export function useFreshRows<Row extends { id: string }>(
  rows: readonly Row[] | undefined,
): (row: Row) => boolean {
  const known = useRef<ReadonlySet<string> | null>(null);
  const before = known.current;
  useEffect(() => {
    if (rows) known.current = new Set([...(known.current ?? []), ...rows.map((row) => row.id)]);
  }, [rows]);
  return (row) => before !== null && !before.has(row.id);
}
