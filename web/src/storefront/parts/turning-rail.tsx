/**
 * Things side by side in a row that scrolls: a snapping list, with arrows where there is a pointer. A row that takes turns and is
 * longer than the page goes on by one while it is seen (spec 9), until it is paused or touched; not while somebody points at it or
 * is in it.
 */
import { type ReactNode, useEffect, useRef, useState } from 'react';
import * as m from '@/i18n/paraglide.gen/messages.js';
import { useIsSeen } from '@/lib/use-in-view.ts';
import { useTurns } from '@/lib/use-turns.ts';
import { IconButton } from '@/ui/native/button.tsx';
import { Icon } from '@/ui/native/icon.tsx';
import { PauseButton } from './pause-button.tsx';
import * as railStyles from './rail.module.css';
import * as sectionStyles from './section.module.css';
import { ShopLink } from './shop-link.tsx';

interface TurningRailProps {
  readonly title: string;
  /** Whether the title stands over the row; else it is told to assistive technology alone. */
  readonly isHeaded?: boolean;
  /** Milliseconds from one turn to the next; 0 for a row that takes none. */
  readonly everyMs?: number;
  readonly className?: string;
  readonly lang?: string;
  /** Where "see all" leads. */
  readonly link?: string | undefined;
  readonly children: readonly ReactNode[];
}

const TURN_MS = 2_500;

export function TurningRail({
  title,
  isHeaded = false,
  everyMs = TURN_MS,
  className = '',
  lang,
  link,
  children,
}: TurningRailProps) {
  const { ref, atStart, atEnd, move, next } = useRail();
  const isLong = !(atStart && atEnd);
  const moves = everyMs > 0 && isLong;
  const { turn, hold, ...pause } = useTurns(children.length, everyMs, !useIsSeen(ref, moves));
  const lastTurn = useRef(turn);
  useEffect(() => {
    if (lastTurn.current !== turn) next();
    lastTurn.current = turn;
  });
  if (children.length === 0) return null;
  const controls = (
    <div className={railStyles.more}>
      {link && (
        <ShopLink className="link" href={link}>
          {m.sf_see_all()}
        </ShopLink>
      )}
      {moves && (
        <span className={railStyles.turns}>
          <PauseButton {...pause} />
        </span>
      )}
      {isLong && (
        <span className={`${railStyles.arrows} not-phone`}>
          <IconButton className="" label={m.sf_row_previous()} disabled={atStart} onClick={() => move(-1)}>
            <Icon name="previous" />
          </IconButton>
          <IconButton className="" label={m.sf_row_next()} disabled={atEnd} onClick={() => move(1)}>
            <Icon name="next" />
          </IconButton>
        </span>
      )}
    </div>
  );
  const heads = isHeaded && title;
  return (
    <section
      className={heads ? sectionStyles.section : `${sectionStyles.section} ${railStyles.turning}`}
      aria-label={title || undefined}
      {...(moves && hold)}
    >
      {heads ? (
        <div className={sectionStyles.head}>
          <h2>{title}</h2>
          {controls}
        </div>
      ) : (
        controls
      )}
      <div
        className={`${railStyles.rail} ${className}`}
        ref={ref}
        lang={lang}
        onTouchStart={() => moves && pause.onPause(true)}
      >
        {children}
      </div>
    </section>
  );
}

/** Where a sideways list stands. `scrollLeft` counts down from 0 in Arabic, so only its size is read. */
function useRail() {
  const ref = useRef<HTMLDivElement>(null);
  const [edges, setEdges] = useState({ atStart: true, atEnd: false });
  useEffect(() => {
    const rail = ref.current;
    if (!rail) return;
    const look = () => {
      const offset = Math.abs(rail.scrollLeft);
      const atEnd = offset + rail.clientWidth >= rail.scrollWidth - 4;
      setEdges({ atStart: offset < 4, atEnd });
    };
    look();
    rail.addEventListener('scroll', look, { passive: true });
    window.addEventListener('resize', look);
    return () => {
      rail.removeEventListener('scroll', look);
      window.removeEventListener('resize', look);
    };
  }, []);
  const move = (direction: 1 | -1) => {
    const rail = ref.current;
    if (!rail) return;
    const mirrored = getComputedStyle(rail).direction === 'rtl' ? -1 : 1;
    rail.scrollBy({ left: direction * mirrored * rail.clientWidth * 0.8, behavior: 'smooth' });
  };
  /** One on from where it stands, and from the end back to the start. */
  const next = () => {
    const [first, second] = ref.current?.children ?? [];
    if (!(first instanceof HTMLElement && second instanceof HTMLElement)) return;
    if (edges.atEnd) ref.current?.scrollTo({ left: 0, behavior: 'smooth' });
    else ref.current?.scrollBy({ left: second.offsetLeft - first.offsetLeft, behavior: 'smooth' });
  };
  return { ref, ...edges, move, next };
}
