/** Banners that take turns (spec 9: every 2.5 s), while nobody points at them or is in one. */
import type { HomeBlock } from '@/api/types.ts';
import { useTurns } from '@/lib/use-turns.ts';
import { Deal } from '../../parts/deal.tsx';
import { PauseButton } from '../../parts/pause-button.tsx';
import * as styles from './banners.module.css';

const TURN_MS = 2_500;

interface BannersProps {
  readonly block: Extract<HomeBlock, { type: 'banner_carousel' }>;
}

export function Banners({ block: { publicTitle, banners } }: BannersProps) {
  const { turn, hold, ...pause } = useTurns(banners.length, TURN_MS);
  const banner = banners[turn];
  if (!banner) return null;
  return (
    <section className={styles.banners} aria-label={publicTitle || banner.title} {...hold}>
      <Deal {...banner} />
      {banners.length > 1 && <PauseButton {...pause} />}
    </section>
  );
}
