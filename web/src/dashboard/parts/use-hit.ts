import { type RefObject, useEffect } from 'react';

/** Which row a code hit last: each time another one, for the row may be out of sight again. */
export interface Hit {
  readonly row: string;
}

/** Brings a row into sight each time that it is hit, once it is drawn. */
export function useHit(row: RefObject<HTMLElement | null>, hit: Hit | undefined): void {
  useEffect(() => {
    if (hit) row.current?.scrollIntoView?.({ block: 'nearest' });
  }, [row, hit]);
}
