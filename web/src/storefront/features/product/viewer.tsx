/**
 * Pictures over the whole screen: one strip that snaps, swiped or led by arrows. The one that is seen is enlarged by two fingers, a double
 * tap, a click or the button, and is then moved by a finger, the pointer or the arrow keys.
 */
import { useEffect, useRef, useState } from 'react';
import type { ImageSize } from '@/api/types.ts';
import { count } from '@/i18n/format.ts';
import * as m from '@/i18n/paraglide.gen/messages.js';
import { IconButton } from '@/ui/native/button.tsx';
import { Icon } from '@/ui/native/icon.tsx';
import { Sheet } from '@/ui/native/sheet.tsx';
import * as styles from './viewer.module.css';
import { ENLARGED, ZoomedPicture } from './zoomed-picture.tsx';

interface ViewerProps {
  readonly isOpen: boolean;
  readonly onClose: () => void;
  readonly pictures: readonly {
    readonly id: string;
    readonly alt: string;
    readonly size: ImageSize | undefined;
  }[];
  readonly current: number;
  readonly onShow: (index: number) => void;
}

export function Viewer({ isOpen, onClose, pictures, current, onShow }: ViewerProps) {
  const strip = useRef<HTMLDivElement>(null);
  const [scale, setScale] = useState(1);
  const show = (index: number) => {
    setScale(1);
    onShow(index);
  };
  const move = (by: number) => {
    const behavior = window.matchMedia('(prefers-reduced-motion: reduce)').matches ? 'instant' : 'smooth';
    strip.current?.children[current + by]?.scrollIntoView({ inline: 'start', block: 'nearest', behavior });
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: it opens at the one that was seen; from then on the strip leads.
  useEffect(() => {
    setScale(1);
    // The sheet is open by now: before, there is nothing to scroll.
    if (isOpen) strip.current?.children[current]?.scrollIntoView({ inline: 'start', behavior: 'instant' });
  }, [isOpen]);
  useKeys(isOpen, (sideways, down) => {
    const box = strip.current?.children[current];
    if (scale > 1 && box)
      box.scrollBy({ left: (sideways * box.clientWidth) / 4, top: (down * box.clientHeight) / 4 });
    else if (sideways !== 0 && strip.current)
      move(getComputedStyle(strip.current).direction === 'rtl' ? -sideways : sideways);
  });
  const onScroll = () => {
    const box = strip.current;
    if (!box || box.clientWidth === 0) return;
    const index = Math.round(Math.abs(box.scrollLeft) / box.clientWidth);
    if (index !== current) show(index);
  };
  return (
    <Sheet
      open={isOpen}
      onClose={onClose}
      title={m.sf_pictures()}
      note={pictures.length > 1 ? `${count(current + 1)} / ${count(pictures.length)}` : undefined}
      place="whole"
    >
      <div className={styles.viewer}>
        <section
          className={styles.strip}
          ref={strip}
          onScroll={onScroll}
          aria-label={m.sf_pictures()}
          // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reachable by keyboard.
          tabIndex={0}
        >
          {pictures.map(({ id, alt, size }, index) => (
            <ZoomedPicture
              key={id}
              image={size}
              alt={alt}
              scale={index === current ? scale : 1}
              onScale={setScale}
            />
          ))}
        </section>
        <p className="visually-hidden" role="status">
          {m.sf_picture({ number: current + 1 })}
        </p>
        {pictures.length > 1 && (
          <>
            <IconButton
              className={styles.previous}
              label={m.common_previous()}
              disabled={current === 0}
              onClick={() => move(-1)}
            >
              <Icon name="previous" />
            </IconButton>
            <IconButton
              className={styles.next}
              label={m.common_next()}
              disabled={current === pictures.length - 1}
              onClick={() => move(1)}
            >
              <Icon name="next" />
            </IconButton>
          </>
        )}
        <IconButton
          className={styles.enlarge}
          label={m.sf_enlarge()}
          aria-pressed={scale > 1}
          onClick={() => setScale(scale > 1 ? 1 : ENLARGED)}
        >
          <Icon name={scale > 1 ? 'minus' : 'plus'} />
        </IconButton>
      </div>
    </Sheet>
  );
}

/** The arrow keys, wherever the focus is; with another key they are the browser's: Alt and an arrow goes back. */
function useKeys(isOn: boolean, onArrow: (sideways: number, down: number) => void) {
  const latest = useRef(onArrow);
  useEffect(() => {
    latest.current = onArrow;
  });
  useEffect(() => {
    if (!isOn) return;
    const onKey = (event: KeyboardEvent) => {
      const arrow = ARROWS[event.key];
      if (!arrow || event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
      event.preventDefault();
      latest.current(...arrow);
    };
    window.addEventListener('keydown', onKey);
    return () => window.removeEventListener('keydown', onKey);
  }, [isOn]);
}

const ARROWS: Readonly<Record<string, readonly [sideways: number, down: number]>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};
