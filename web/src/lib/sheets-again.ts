/**
 * A sheet of a screen that did not come. What imports the screen leaves its dead link in the page, takes that for the sheet
 * from then on, and the screen would stay without it. So it is asked for until it is there, and the screen shows meanwhile.
 */

const FIRST_WAIT_MS = 1_000;
/** No two tries are further apart; there is no last one, as a line may be cut for long. */
const LONGEST_WAIT_MS = 30_000;
const MISSING = /^Unable to preload CSS for (\S+)/;

/** Asks again for every sheet that a screen misses from now on. */
export function fetchSheetsAgain(): void {
  const awaited = new Set<string>();
  window.addEventListener('vite:preloadError', (event) => {
    const { payload } = event as Event & { readonly payload: Error };
    const [, path] = MISSING.exec(payload.message) ?? [];
    if (path === undefined) return;
    // The screen is not refused for it.
    event.preventDefault();
    const { href } = new URL(path, document.baseURI);
    if (awaited.has(href)) return;
    awaited.add(href);
    fetchAfter(href, FIRST_WAIT_MS, () => awaited.delete(href));
  });
}

function fetchAfter(href: string, wait: number, onThere: () => void): void {
  setTimeout(() => {
    for (const link of document.querySelectorAll<HTMLLinkElement>('link[rel="stylesheet"]')) {
      if (link.href === href) link.remove();
    }
    const fresh = document.createElement('link');
    fresh.rel = 'stylesheet';
    fresh.crossOrigin = '';
    fresh.href = href;
    fresh.addEventListener('load', onThere);
    fresh.addEventListener('error', () => fetchAfter(href, Math.min(wait * 2, LONGEST_WAIT_MS), onThere));
    document.head.append(fresh);
  }, wait);
}
