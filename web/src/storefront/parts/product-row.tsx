/**
 * A row of products that scrolls sideways: a snapping list, with arrows where there is a pointer. One that takes turns moves on by
 * itself while it is seen (spec 9: every 3.1 s), until it is paused or touched.
 */
import { type ReactNode, useEffect, useRef, useState } from 'react';
import type { ProductCard as Card } from '@/api/types.ts';
import * as m from '@/i18n/paraglide.gen/messages.js';
import { useIsSeen } from '@/lib/use-in-view.ts';
import { useTurns } from '@/lib/use-turns.ts';
import { IconButton } from '@/ui/native/button.tsx';
import { Icon } from '@/ui/native/icon.tsx';
import { PauseButton } from './pause-button.tsx';
import { ProductCard } from './product-card.tsx';
import { ShopLink } from './shop-link.tsx';

interface ProductRowProps {
  readonly title: string;
  readonly products: readonly Card[];
  /** Where "see all" leads. */
  readonly link?: string;
  readonly eager?: boolean;
  readonly takesTurns?: boolean;
}

const TURN_MS = 3_100;

export function ProductRow({ title, products, link, eager = false, takesTurns = false }: ProductRowProps) {
  const { ref, atStart, atEnd, move, next } = useRail();
  const moves = takesTurns && !(atStart && atEnd);
  const { turn, hold, ...pause } = useTurns(products.length, TURN_MS, !useIsSeen(ref, moves));
  const lastTurn = useRef(turn);
  useEffect(() => {
    if (lastTurn.current !== turn) next();
    lastTurn.current = turn;
  });
  if (products.length === 0) return null;
  return (
    <section className="section" aria-label={title} {...(moves && hold)}>
      <div className="section-head">
        {title && <h2>{title}</h2>}
        <div className="more">
          {link && <SeeAll href={link}>{m.sf_see_all()}</SeeAll>}
          {moves && (
            <span className="turns">
              <PauseButton {...pause} />
            </span>
          )}
          <span className="arrows not-phone">
            <IconButton className="" label={m.sf_row_previous()} disabled={atStart} onClick={() => move(-1)}>
              <Icon name="previous" />
            </IconButton>
            <IconButton className="" label={m.sf_row_next()} disabled={atEnd} onClick={() => move(1)}>
              <Icon name="next" />
            </IconButton>
          </span>
        </div>
      </div>
      <div className="rail" ref={ref} onTouchStart={() => moves && pause.onPause(true)}>
        {products.map((product) => (
          <ProductCard key={product.id} product={product} eager={eager} />
        ))}
      </div>
    </section>
  );
}

function SeeAll({ href, children }: { readonly href: string; readonly children: ReactNode }) {
  return (
    <ShopLink className="link" href={href}>
      {children}
    </ShopLink>
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
  /** One card on, and from the end back to the start. */
  const next = () => {
    const [first, second] = ref.current?.children ?? [];
    if (!(first instanceof HTMLElement && second instanceof HTMLElement)) return;
    if (edges.atEnd) ref.current?.scrollTo({ left: 0, behavior: 'smooth' });
    else ref.current?.scrollBy({ left: second.offsetLeft - first.offsetLeft, behavior: 'smooth' });
  };
  return { ref, ...edges, move, next };
}
