/**
 * What the gateway wrote of the home page's blocks stands until somebody comes near: a long page made in one piece leaves taps
 * unanswered for a third of a second on a cheap phone, and most of it is never seen.
 */
import { type RefObject, useLayoutEffect, useRef, useState } from 'react';
import { heldIn, readWritten, takeTurn } from '../../parts/takeover.tsx';
import * as styles from './module.module.css';

/** Half a screen before it is seen, and whatever was passed over: what stands above the reader has the height that it will have again. */
const NEAR = '999999px 0px 50%';

/** The gateway's blocks in their order. */
const readBlocks = readWritten(`.${styles.all} > [data-size] > *`);

/** What the gateway wrote of the first home page of a visit, block by block. */
export function useWrittenBlocks(): readonly Element[] {
  return useState(readBlocks)[0];
}

/** The place of a block, and whether it is to be made: until then the gateway's stands in it. */
export function useWritten(written: Element | undefined): [RefObject<HTMLDivElement | null>, boolean] {
  const ref = useRef<HTMLDivElement>(null);
  const refocus = useRef<() => void>(undefined);
  const [isMade, setMade] = useState(!written);
  useLayoutEffect(() => {
    const place = ref.current;
    if (!written || !place) return;
    if (isMade) {
      written.remove();
      refocus.current?.();
      return;
    }
    place.append(written);
    const near = new IntersectionObserver(
      ([seen]) => {
        if (!seen?.isIntersecting) return;
        near.disconnect();
        takeTurn(() => {
          refocus.current = heldIn(written);
          setMade(true);
        });
      },
      { rootMargin: NEAR },
    );
    near.observe(place);
    return () => near.disconnect();
  }, [written, isMade]);
  return [ref, isMade];
}
