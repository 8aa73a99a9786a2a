import { type RefObject, useLayoutEffect, useRef } from 'react';

/** What is disabled for a while loses the focus: what had it has it again afterwards, unless something else took it. */
export function useFocusGivenBack<E extends HTMLElement>(isDisabled: boolean): RefObject<E | null> {
  const place = useRef<E>(null);
  const had = useRef<HTMLElement>(null);
  useLayoutEffect(() => {
    const focused = document.activeElement;
    if (isDisabled) {
      const isIn = focused instanceof HTMLElement && place.current?.contains(focused);
      had.current = isIn ? focused : null;
    } else {
      if (focused === document.body) had.current?.focus({ preventScroll: true });
      had.current = null;
    }
  }, [isDisabled]);
  return place;
}
