import { useLayoutEffect, useRef } from 'react';

/**
 * The browser takes the focus from what it puts elsewhere in a list. Called before a change of the order, the answer gives
 * it back to what has it now once the order is another one.
 */
export function useFocusKept(order: string): () => void {
  const focused = useRef<Element | null>(null);
  // With the new order itself: a key that is pressed at once goes where one was.
  useLayoutEffect(() => {
    if (order && focused.current instanceof HTMLElement) focused.current.focus();
    focused.current = null;
  }, [order]);
  return () => {
    focused.current = document.activeElement;
  };
}
