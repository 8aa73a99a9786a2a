/**
 * Shows the shop's own page where the network did not bring the one that was asked for (`services/gateway/src/pages/offline.rs`). It keeps
 * nothing else: what else a page needs comes past it, from the network or from what the browser keeps by itself.
 */
const CACHE = 'offline';
const SCRIPT = '/offline.js';
/** The kept page says the shop's name and phone: it is fetched anew once it is so old. */
const A_DAY_MS = 24 * 60 * 60 * 1000;

/** The page of the language that an address is in. */
function pageFor({ pathname }) {
  return `${/^\/(?:ar|en)(?=\/|$)/.exec(pathname)?.[0] ?? ''}/offline`;
}

const isStaffs = ({ pathname }) => /^\/(?:admin|dashboard)(?:\/|$)/.test(pathname);

/** When the shop gave an answer, by its own clock: a phone's may be wrong. */
const givenAt = (answer) => Date.parse(answer.headers.get('date'));

async function keep(path) {
  const answer = await fetch(path);
  if (answer.ok) await (await caches.open(CACHE)).put(path, answer);
}

async function keepFor(address) {
  await Promise.all([keep(pageFor(address)), keep(SCRIPT)]);
}

/** Keeps anew what is missing or old beside an answer that just came. Of one that leads elsewhere nothing can be read: the next one tells. */
async function freshen(address, answer) {
  if (Number.isNaN(givenAt(answer))) return;
  const kept = await Promise.all([pageFor(address), SCRIPT].map((path) => caches.match(path)));
  const isFresh = (one) => one !== undefined && givenAt(answer) - givenAt(one) < A_DAY_MS;
  if (!kept.every(isFresh)) await keepFor(address);
}

async function install() {
  const windows = await self.clients.matchAll({ type: 'window', includeUncontrolled: true });
  await Promise.all(windows.map(({ url }) => keepFor(new URL(url))));
  await self.skipWaiting();
}

async function open(event, address) {
  try {
    const answer = (await event.preloadResponse) ?? (await fetch(event.request));
    event.waitUntil(freshen(address, answer).catch(() => undefined));
    return answer;
  } catch (error) {
    const kept = await caches.match(pageFor(address));
    if (!kept) throw error;
    return kept;
  }
}

self.addEventListener('install', (event) => {
  // Who can be told so is never asked about the files of a page.
  event.addRoutes?.(
    ['/assets/*', '/media/*', '/web/*', '/public/*'].map((pathname) => ({
      condition: { urlPattern: new URLPattern({ pathname }) },
      source: 'network',
    })),
  );
  event.waitUntil(install());
});

self.addEventListener('activate', (event) => {
  // A page is asked for while this starts, not after it.
  event.waitUntil(self.registration.navigationPreload?.enable());
});

self.addEventListener('fetch', (event) => {
  const address = new URL(event.request.url);
  if (event.request.mode === 'navigate' && !isStaffs(address)) event.respondWith(open(event, address));
  else if (address.pathname === SCRIPT) {
    event.respondWith(caches.match(SCRIPT).then((kept) => kept ?? fetch(event.request)));
  }
});
