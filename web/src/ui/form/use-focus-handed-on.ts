import { type RefObject, useEffect, useLayoutEffect, useRef } from 'react';

/**
 * For what may go away while it has the focus, such as a note that is answered by its own button: the focus goes to `next`,
 * else to the page's heading, and not back to where the page begins.
 */
export function useFocusHandedOn<E extends HTMLElement>(
  next: (going: E) => HTMLElement | null | undefined = () => null,
): RefObject<E | null> {
  const place = useRef<E>(null);
  const latest = useRef(next);
  useEffect(() => {
    latest.current = next;
  });
  useLayoutEffect(() => {
    const going = place.current;
    return () => {
      if (!going?.contains(document.activeElement)) return;
      (latest.current(going) ?? heading())?.focus({ preventScroll: true });
    };
  }, []);
  return place;
}

function heading(): HTMLElement | null {
  const heading = document.querySelector('h1');
  if (heading) heading.tabIndex = -1;
  return heading;
}
