/**
 * What the gateway wrote of the home page's blocks stands until somebody comes near: a long page made in one piece leaves taps
 * unanswered for a third of a second on a cheap phone, and most of it is never seen.
 */
import { type RefObject, useLayoutEffect, useRef, useState } from 'react';
import * as styles from './module.module.css';

/** Half a screen before it is seen, and whatever was passed over: what stands above the reader has the height that it will have again. */
const NEAR = '999999px 0px 50%';

const [entry] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];

/**
 * The gateway's blocks in their order, read with this file: a first page asks for it before the app empties the body. None on a page that
 * is come back to or reloaded: it returns to its place, for which its blocks need their heights.
 */
const found =
  entry?.type === 'navigate' ? [...document.querySelectorAll(`.${styles.all} > [data-size] > *`)] : [];

/** What the gateway wrote of the first home page of a visit, block by block. */
export function useWrittenBlocks(): readonly Element[] {
  return useState(() => found.splice(0))[0];
}

/** The place of a block, and whether it is to be made: until then the gateway's stands in it. */
export function useWritten(written: Element | undefined): [RefObject<HTMLDivElement | null>, boolean] {
  const ref = useRef<HTMLDivElement>(null);
  const [isMade, setMade] = useState(!written);
  useLayoutEffect(() => {
    const place = ref.current;
    if (!written || !place) return;
    if (isMade) {
      handOver(written, place);
      return;
    }
    place.append(written);
    const near = new IntersectionObserver(
      ([seen]) => {
        if (!seen?.isIntersecting) return;
        near.disconnect();
        turn = turn.then(nextTask).then(() => setMade(true));
      },
      { rootMargin: NEAR },
    );
    near.observe(place);
    return () => near.disconnect();
  }, [written, isMade]);
  return [ref, isMade];
}

/** Who stands at a link by the keyboard stands at the same one afterwards. */
function handOver(written: Element, place: Element): void {
  const { activeElement: held } = document;
  const link = written.contains(held) && held?.getAttribute('href');
  written.remove();
  if (link)
    place.querySelector<HTMLElement>(`[href=${JSON.stringify(link)}]`)?.focus({ preventScroll: true });
}

/** A task for each: a tap is answered between those that come near together. */
let turn = Promise.resolve();
const nextTask = () => new Promise((done) => setTimeout(done));
