/**
 * How the app takes over the page that was opened (docs/adr/0005): part by part, in the order of the page, a task for each. Made in one
 * piece, a page leaves taps unanswered for a quarter of a second on a cheap phone. What the gateway wrote of a part stands until then.
 */
import { type ReactNode, type RefObject, useLayoutEffect, useRef, useState } from 'react';

type Part = () => void;

let isOn = false;
let isWorking = false;
/** In the order of the page, and what was found in the part that was made last: it comes before the rest. */
const waiting: Part[] = [];
const found: Part[] = [];

/** A tap is answered, and a frame painted, before what comes next. */
export const nextTask = () => new Promise<void>((done) => setTimeout(done));

/**
 * What the gateway wrote, for the first who asks for it while the app takes over. It is read before the app empties the body: with the file
 * that calls this, which the router fetches for the page that is opened.
 */
export function readWritten(selector: string): () => readonly Element[] {
  const found = [...document.querySelectorAll(selector)];
  return () => {
    const elements = found.splice(0);
    return isOn ? elements : [];
  };
}

/**
 * From here on, until every part of the page is the app's; what is opened afterwards is made at once. Not a page that
 * is reloaded, come back to or opened at a place in it: it goes to its place at once, for which its parts need their
 * heights.
 */
export function startTakeover(): void {
  const [entry] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
  isOn = entry?.type === 'navigate' && window.location.hash === '';
}

/** Has it done in a task of its own: after what waits already, but what it leads to before that. */
export function takeTurn(part: Part): void {
  found.push(part);
  if (!isWorking) void takeTurns();
}

async function takeTurns(): Promise<void> {
  isWorking = true;
  for (;;) {
    await nextTask();
    waiting.unshift(...found.splice(0));
    const part = waiting.shift();
    if (!part) break;
    part();
  }
  isWorking = false;
  isOn = false;
}

interface InTurnProps {
  /** What the gateway wrote of it. */
  readonly written?: readonly Element[] | undefined;
  readonly children: ReactNode;
}

/** A part of the page, made in its turn while the app takes over or something written stands for it, else at once. */
export function InTurn({ written, children }: InTurnProps) {
  const place = useRef<HTMLDivElement>(null);
  const [isMade, setMade] = useState(!isOn && !written?.length);
  const refocus = useRef<() => void>(undefined);
  useLayoutEffect(() => {
    if (isMade) {
      refocus.current?.();
      return;
    }
    takeTurn(() => {
      refocus.current = place.current ? heldIn(place.current) : undefined;
      setMade(true);
    });
  }, [isMade]);
  if (isMade) return children;
  return written && <Written place={place} elements={written} />;
}

interface WrittenProps {
  readonly place: RefObject<HTMLDivElement | null>;
  readonly elements: readonly Element[];
}

function Written({ place, elements }: WrittenProps) {
  useLayoutEffect(() => place.current?.append(...elements), [place, elements]);
  return <div ref={place} style={{ display: 'contents' }} />;
}

/** Who stands at a link in it by the keyboard stands at the same one afterwards: what is called once something else is in its place. */
export function heldIn(place: Element): (() => void) | undefined {
  const { activeElement: held } = document;
  const href = place.contains(held) && held?.getAttribute('href');
  if (!href) return;
  const { previousElementSibling: before, parentElement: around } = place;
  const isThere = (link: Node) =>
    !before || before.compareDocumentPosition(link) === Node.DOCUMENT_POSITION_FOLLOWING;
  return () => {
    const links = around?.querySelectorAll<HTMLElement>(`[href=${JSON.stringify(href)}]`) ?? [];
    [...links].find(isThere)?.focus({ preventScroll: true });
  };
}
