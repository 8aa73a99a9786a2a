import { type CSSProperties, type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { PREVIEW_PATH, PREVIEW_READY, type PreviewMessage } from '@/api/home-preview.ts';
import type { HomeModule } from '@/api/types.ts';
import { pathInLocale } from '@/i18n/locale.ts';
import type { Language } from '../../parts/languages.ts';
import * as styles from './home-preview.module.css';
import type { Width } from './responsive.ts';

/** Screens that people have, in CSS pixels. */
const SCREENS: Record<Width, { width: number; height: number }> = {
  mobile: { width: 390, height: 780 },
  tablet: { width: 820, height: 1_080 },
  desktop: { width: 1_280, height: 860 },
};

interface PreviewFrameProps {
  title: string;
  width: Width;
  language: Language;
  blocks: readonly HomeModule[];
}

/** A page of the shop as on another screen, made small enough for this one. */
export function PreviewFrame({ title, width, language, blocks }: PreviewFrameProps) {
  const frame = useRef<HTMLIFrameElement>(null);
  const stage = useRef<HTMLDivElement>(null);
  useSent(frame, blocks);
  const screen = SCREENS[width];
  const room = useRoom(stage);
  const scale = Math.min(1, room / screen.width);
  const style = { '--screen-width': screen.width, '--screen-height': screen.height, '--scale': scale };
  return (
    <div ref={stage} className={styles.stage} style={style as CSSProperties}>
      {/* From left to right whatever the language: a frame that is made smaller shrinks towards its left. */}
      <div className={styles.screen} dir="ltr">
        <iframe
          ref={frame}
          title={title}
          src={pathInLocale(PREVIEW_PATH, language)}
          sandbox="allow-scripts allow-same-origin"
        />
      </div>
    </div>
  );
}

/** Sends the page what it shows, as soon as it listens, and again where it was loaded anew. */
function useSent(frame: RefObject<HTMLIFrameElement | null>, blocks: readonly HomeModule[]) {
  const [timesReady, setTimesReady] = useState(0);
  useEffect(() => {
    const hear = ({ source, origin, data }: MessageEvent<unknown>) => {
      const isOurs = source === frame.current?.contentWindow && origin === window.location.origin;
      if (isOurs && data === PREVIEW_READY) setTimesReady((times) => times + 1);
    };
    window.addEventListener('message', hear);
    return () => window.removeEventListener('message', hear);
  }, [frame]);
  const said = JSON.stringify(blocks);
  useEffect(() => {
    if (timesReady === 0) return;
    const message: PreviewMessage = { homePreview: JSON.parse(said) };
    frame.current?.contentWindow?.postMessage(message, window.location.origin);
  }, [frame, timesReady, said]);
}

/** How wide the element is, in CSS pixels. */
function useRoom(element: RefObject<HTMLElement | null>): number {
  const [room, setRoom] = useState(0);
  useLayoutEffect(() => {
    if (!element.current) return;
    const measure = new ResizeObserver(([entry]) => setRoom(entry?.contentRect.width ?? 0));
    measure.observe(element.current);
    return () => measure.disconnect();
  }, [element]);
  return room;
}
