/** What every page has around it: skip link, header, footer, what opens over the page, notice of no network. */
import { Outlet, useRouter, useRouterState } from '@tanstack/react-router';
import { Suspense, useEffect, useState } from 'react';
import * as m from '@/i18n/paraglide.gen/messages.js';
import { lazyPart } from '@/lib/lazy-part.ts';
import { PartBoundary } from '@/lib/part-boundary.tsx';
import { useOnline } from '@/lib/use-online.ts';
import { SiteHeader } from '../features/nav/site-header.tsx';
import { InTurn, readWritten } from '../parts/takeover.tsx';
import { ROOT_ID } from '../shell-contract.ts';
import { Overlays } from './overlays.tsx';
import * as styles from './root.module.css';

/** Below the fold on every page: it comes after what the shopper looks at first. */
const SiteFooter = lazyPart(async () => (await import('../features/nav/site-footer.tsx')).SiteFooter);

/** The header and the page. */
const readHere = readWritten(`#${ROOT_ID} > *`);

export function Root() {
  const [cartOpen, setCartOpen] = useState(false);
  const [written] = useState(readHere);
  const page = written.findIndex(({ localName }) => localName === 'main');
  useNewPage();
  return (
    <>
      <a className={styles.skip} href="#main">
        {m.common_skip()}
      </a>
      <InTurn written={written.slice(0, page)}>
        <SiteHeader onOpenCart={() => setCartOpen(true)} />
      </InTurn>
      <OfflineNotice />
      <InTurn written={written.slice(page)}>
        <Page />
      </InTurn>
      <InTurn>
        <PartBoundary>
          <Suspense>
            <SiteFooter />
          </Suspense>
        </PartBoundary>
      </InTurn>
      <Overlays cartOpen={cartOpen} onCart={setCartOpen} />
    </>
  );
}

/**
 * Each page in a place of its own: one that is left is gone while the next one's code is on its way. In one place React
 * would keep it, hidden, and the router would tell it the next address as its own: it would ask for what that names.
 */
function Page() {
  const route = useRouterState({ select: ({ matches }) => matches[1]?.routeId });
  return <Outlet key={route} />;
}

/** What the gateway's head says of the page that was opened, and of no other. */
const OF_ONE_PAGE =
  'link:is([rel=canonical], [rel=alternate]), meta:is([name=description], [name=robots], [property]), [type="application/ld+json"]';

/** Another page begins at its title, for the keyboard and for who is read to; another view of the same list doesn't. */
function focusTitle(): boolean {
  const title = document.querySelector<HTMLElement>('#main h1');
  if (!document.activeElement?.closest('dialog')) focusOn(title ?? document.getElementById('main'));
  return title !== null;
}

function focusOn(element: HTMLElement | null): void {
  if (!element) return;
  element.tabIndex = -1;
  element.focus({ preventScroll: true });
}

/** Goes to the title of a page whose code is on its way once it is there, unless the focus went elsewhere meanwhile. */
function focusTitleLater(): MutationObserver {
  const observer = new MutationObserver(() => {
    const title = document.querySelector<HTMLElement>('#main h1');
    if (!title) return;
    observer.disconnect();
    const { activeElement } = document;
    if (activeElement === document.body || activeElement?.id === 'main') focusOn(title);
  });
  observer.observe(document.body, { childList: true, subtree: true });
  return observer;
}

function useNewPage(): void {
  const router = useRouter();
  useEffect(() => {
    let waiting: MutationObserver | undefined;
    const stop = router.subscribe('onRendered', ({ fromLocation, toLocation }) => {
      if (!fromLocation || fromLocation.pathname === toLocation.pathname) return;
      // What is shared is the address of the page that is seen.
      for (const told of document.head.querySelectorAll(OF_ONE_PAGE)) told.remove();
      waiting?.disconnect();
      waiting = focusTitle() ? undefined : focusTitleLater();
    });
    return () => {
      stop();
      waiting?.disconnect();
    };
  }, [router]);
}

function OfflineNotice() {
  const online = useOnline();
  return (
    <div role="status">
      {!online && <p className={`${styles.offline} wrap`}>{m.common_error_offline()}</p>}
    </div>
  );
}
