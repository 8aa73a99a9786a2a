/** The home page as the dashboard sends it, with what is not saved yet. It is to be looked at: nothing in it does or leads anywhere. */
import * as railStyles from '../parts/rail.module.css';
import '../styles/preview.css';
import { useEffect, useRef, useState } from 'react';
import { EDITED, isPreviewMessage, PREVIEW_READY } from '@/api/home-preview.ts';
import type { HomeModule } from '@/api/types.ts';
import { basePath, locale } from '@/i18n/locale.ts';
import { LoadingNote } from '@/ui/native/skeleton.tsx';
import { HomeBlocks } from './home.tsx';

export function PreviewPage() {
  const blocks = useSent();
  useStillPage();
  useInView(blocks);
  if (blocks) return <HomeBlocks blocks={blocks} />;
  return (
    <main className="wrap" id="main">
      <LoadingNote />
    </main>
  );
}

/** What the dashboard sent last. Who opens the page alone is led to the page that is. */
function useSent(): readonly HomeModule[] | null {
  const [blocks, setBlocks] = useState<readonly HomeModule[] | null>(null);
  useEffect(() => {
    const { parent, origin } = window;
    if (parent === window) {
      window.location.replace(basePath(locale()));
      return;
    }
    const hear = ({ source, origin: from, data }: MessageEvent<unknown>) => {
      if (source === parent && from === origin && isPreviewMessage(data)) setBlocks(data.homePreview);
    };
    window.addEventListener('message', hear);
    parent.postMessage(PREVIEW_READY, origin);
    return () => window.removeEventListener('message', hear);
  }, []);
  return blocks;
}

const CONTROLS = 'a[href], button, input, select, textarea, summary';
const DEEDS = ['click', 'auxclick', 'submit', 'dragstart'] as const;

/** Pressing does nothing, and the keyboard doesn't stop at what can't be pressed: it scrolls the page, and rows that are longer. */
function useStillPage(): void {
  useEffect(() => {
    const { body } = document;
    const stop = (event: Event) => {
      event.preventDefault();
      event.stopImmediatePropagation();
    };
    const calm = () => {
      for (const control of body.querySelectorAll<HTMLElement>(CONTROLS)) control.tabIndex = -1;
      for (const row of body.querySelectorAll<HTMLElement>(`.${railStyles.rail}`)) row.tabIndex = 0;
    };
    const changes = new MutationObserver(calm);
    for (const deed of DEEDS) window.addEventListener(deed, stop, { capture: true });
    changes.observe(body, { childList: true, subtree: true });
    body.tabIndex = 0;
    calm();
    return () => {
      changes.disconnect();
      for (const deed of DEEDS) window.removeEventListener(deed, stop, { capture: true });
    };
  }, []);
}

/** Room above the block that is brought into view: the header stays over it. */
const ABOVE_PX = 96;

/**
 * Brings the edited block into view when it first comes and when the screen becomes another one, and leaves the page where it was
 * scrolled to otherwise. It scrolls this page alone: the one around it stays where its reader is.
 */
function useInView(blocks: readonly HomeModule[] | null): void {
  const wasSeen = useRef(false);
  useEffect(() => {
    if (!blocks) return;
    const look = () => {
      const edited = document.querySelector(`.${EDITED}`);
      if (!edited) return;
      wasSeen.current = true;
      window.scrollBy({ top: edited.getBoundingClientRect().top - ABOVE_PX, behavior: 'instant' });
    };
    if (!wasSeen.current) look();
    window.addEventListener('resize', look);
    return () => window.removeEventListener('resize', look);
  }, [blocks]);
}
