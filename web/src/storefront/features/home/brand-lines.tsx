/** Brand lines side by side: 5, on a tablet 3, on a phone 2; every 2.5 s the row goes on by one (spec 9). */
import { useEffect, useRef, useState } from 'react';
import type { HomeBlock } from '@/api/types.ts';
import { useTurns } from '@/lib/use-turns.ts';
import { PauseButton } from '../../parts/pause-button.tsx';
import { ShopLink } from '../../parts/shop-link.tsx';
import { brandLinePath } from '../../paths.ts';

const TURN_MS = 2_500;

interface BrandLinesProps {
  readonly block: Extract<HomeBlock, { type: 'brand_lines_carousel' }>;
}

export function BrandLines({ block: { publicTitle, lines } }: BrandLinesProps) {
  const rail = useRef<HTMLDivElement>(null);
  const [isLong, setLong] = useState(false);
  const { turn, hold, ...pause } = useTurns(isLong ? lines.length : 0, TURN_MS);
  useEffect(() => {
    if (rail.current) setLong(rail.current.scrollWidth > rail.current.clientWidth);
  }, []);
  useEffect(() => goTo(rail.current, turn), [turn]);
  if (lines.length === 0) return null;
  return (
    <section className="section" aria-label={publicTitle || undefined} {...hold}>
      {(publicTitle || isLong) && (
        <div className="section-head">
          {publicTitle && <h2>{publicTitle}</h2>}
          {isLong && <PauseButton {...pause} />}
        </div>
      )}
      <div className="rail lines" ref={rail} lang="fr">
        {lines.map(({ uuid, slug, name, brandName, picture }) => (
          <ShopLink key={uuid} href={brandLinePath(slug)}>
            <span className="line-picture">
              {picture && <img src={picture.displayUrl} alt="" loading="lazy" decoding="async" />}
            </span>
            <b>{name}</b>
            <small>{brandName}</small>
          </ShopLink>
        ))}
      </div>
    </section>
  );
}

/** Brings one of the row to its beginning; before the first turn the row stands where it is. */
function goTo(rail: HTMLElement | null, place: number): void {
  const thing = rail?.children[place];
  if (!rail || !thing || (place === 0 && rail.scrollLeft === 0)) return;
  const edge = getComputedStyle(rail).direction === 'rtl' ? 'right' : 'left';
  const away = thing.getBoundingClientRect()[edge] - rail.getBoundingClientRect()[edge];
  rail.scrollBy?.({ left: away, behavior: 'smooth' });
}
