/** Has the browser keep the page that stands for one which no network brought (`public/service-worker.js`). */

/** What the page itself needs goes first, on a slow line too. */
const AFTER_MS = 3_000;

export function keepOfflinePage(): void {
  // Not in every browser inside of an app, and never without encryption.
  const workers: ServiceWorkerContainer | undefined = navigator.serviceWorker;
  const register = () => {
    workers?.register('/service-worker.js').catch((error: unknown) => {
      console.warn('the page for when there is no network is not kept', error);
    });
  };
  const later = () => setTimeout(register, AFTER_MS);
  if (document.readyState === 'complete') later();
  else window.addEventListener('load', later, { once: true });
}
