/** A long page in slices. */
import { useEffect, useState } from 'react';

/** Parts that are there at once: more than a first screen shows. */
const AT_ONCE = 3;

let isFirstPage = true;

/**
 * How many of a page's parts are rendered. On the first page of a visit the parts below the first screen follow one by one, a
 * task for each: on a cheap phone a long page made in one piece leaves taps unanswered for a third of a second. A page that is
 * come back to or reloaded is made at once, for it returns to its place.
 */
export function useSlices(count: number): number {
  const [shown, setShown] = useState(() => (isFirstPage && isEntered() ? AT_ONCE : count));
  isFirstPage = false;
  const isWhole = shown >= count;
  useEffect(() => {
    if (isWhole) return;
    const next = setTimeout(() => setShown(shown + 1));
    return () => clearTimeout(next);
  }, [shown, isWhole]);
  return Math.min(shown, count);
}

/** Whether the document was opened by an address or a link, so that it begins at its top, and nobody scrolled down in it yet. */
function isEntered(): boolean {
  const [entry] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
  return entry?.type === 'navigate' && window.scrollY === 0;
}
