/** Printing what lies there: on pages of its size, and with its pictures. */
import { type RefObject, useEffect, useState } from 'react';
import type { Paper } from './search.ts';

/** Pictures that take longer keep nobody from printing. */
const LONGEST_WAIT_MS = 5_000;

/** Whose pages the document is printed on. The root says it, for some of the browsers in use know no `:has`. */
export function usePages(paper: Paper | undefined): void {
  const page = paper === 'labels' ? 'label' : paper && 'sheet';
  useEffect(() => {
    if (!page) return;
    document.documentElement.dataset.paper = page;
    return () => document.documentElement.removeAttribute('data-paper');
  }, [page]);
}

interface Print {
  print: () => Promise<void>;
  /** For pictures. */
  isWaiting: boolean;
}

/** Prints the sheets that lie there; `of` tells these sheets from others that come in their place. */
export function usePrint(sheets: RefObject<HTMLElement | null>, of: string): Print {
  const [waiting, setWaiting] = useState<string | null>(null);
  const isWaiting = waiting === of;
  // Whoever comes back to these finds them new, and may print them.
  useEffect(() => () => setWaiting((now) => (now === of ? null : now)), [of]);
  const print = async () => {
    const place = sheets.current;
    if (isWaiting || !place) return;
    setWaiting(of);
    await picturesIn(place);
    setWaiting((now) => (now === of ? null : now));
    // Whoever left meanwhile, or opened others, prints no other page.
    if (place.isConnected) window.print();
  };
  return { print, isWaiting };
}

async function picturesIn(place: HTMLElement): Promise<void> {
  const pictures = [...place.querySelectorAll('img')];
  const drawn = pictures.map((picture) => picture.decode().catch(() => undefined));
  await Promise.race([Promise.all(drawn), new Promise((resolve) => setTimeout(resolve, LONGEST_WAIT_MS))]);
}
