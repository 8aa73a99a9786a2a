import { type RefObject, useLayoutEffect, useRef } from 'react';

/** What is inert for a while loses the focus: what had it has it again afterwards, unless something else took it. */
export function useFocusKept<E extends HTMLElement>(isInert: boolean): RefObject<E | null> {
  const place = useRef<E>(null);
  const had = useRef<HTMLElement>(null);
  useLayoutEffect(() => {
    const focused = document.activeElement;
    if (isInert) {
      const isIn = focused instanceof HTMLElement && place.current?.contains(focused);
      had.current = isIn ? focused : null;
    } else {
      if (focused === document.body) had.current?.focus({ preventScroll: true });
      had.current = null;
    }
  }, [isInert]);
  return place;
}
