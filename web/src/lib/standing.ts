/** Something of which the page has several at once, told to those who are no part of the tree. */
import { useEffect } from 'react';

interface Standing {
  /** Whether one of them stands now. */
  isAny: () => boolean;
  /** A hook: one stands while it is so. */
  useWhile: (isSo: boolean) => void;
}

export function standing(): Standing {
  let count = 0;
  return {
    isAny: () => count > 0,
    useWhile: (isSo) => {
      useEffect(() => {
        if (!isSo) return undefined;
        count += 1;
        return () => {
          count -= 1;
        };
      }, [isSo]);
    },
  };
}
