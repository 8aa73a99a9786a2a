/** What would be lost with the page: asked also where no link is followed, as before signing out. */
import { useEffect } from 'react';

let open = 0;

export function isUnsaved(): boolean {
  return open > 0;
}

/** While it is so, something of the page would be lost with it. */
export function useUnsaved(isLost: boolean): void {
  useEffect(() => {
    if (!isLost) return undefined;
    open += 1;
    return () => {
      open -= 1;
    };
  }, [isLost]);
}
