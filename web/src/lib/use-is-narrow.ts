import { useSyncExternalStore } from 'react';

/** Where tables are cards: as the style sheets have it. */
const NARROW = '(max-width: 820px)';

/** Whether the page is as narrow as a phone's, and is told when it becomes so or no more. */
export function useIsNarrow(): boolean {
  return useSyncExternalStore(follow, isNarrow);
}

function isNarrow(): boolean {
  return window.matchMedia?.(NARROW).matches ?? false;
}

function follow(tell: () => void): () => void {
  const media = window.matchMedia?.(NARROW);
  media?.addEventListener('change', tell);
  return () => media?.removeEventListener('change', tell);
}
