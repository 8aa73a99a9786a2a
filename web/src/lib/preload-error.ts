/** After a deploy a tab may ask for a chunk that is gone: reload once, and never in a loop. */

const KEY = 'reloaded-for-chunk';
const QUIET_MS = 60_000;

export function reloadOnStaleChunk(): void {
  window.addEventListener('vite:preloadError', (event) => {
    const last = Number(sessionStorage.getItem(KEY) ?? 0);
    if (Date.now() - last < QUIET_MS) return;
    event.preventDefault();
    sessionStorage.setItem(KEY, String(Date.now()));
    window.location.reload();
  });
}
