/** Short texts that take turns, one under the other (spec 9: every 3 s). All of them are a list to read. */
import type { HomeBlock } from '@/api/types.ts';
import { useTurns } from '@/lib/use-turns.ts';
import { PauseButton } from '../../parts/pause-button.tsx';
import * as sectionStyles from '../../parts/section.module.css';
import * as styles from './ticker.module.css';

const TURN_MS = 3_000;

interface TickerProps {
  readonly block: Extract<HomeBlock, { type: 'text_carousel' }>;
}

export function Ticker({ block: { publicTitle, items } }: TickerProps) {
  const { turn, hold, ...pause } = useTurns(items.length, TURN_MS);
  if (items.length === 0) return null;
  return (
    <section
      className={`${sectionStyles.section} ${styles.ticker}`}
      aria-label={publicTitle || items[0]}
      {...hold}
    >
      <ul>
        {items.map((item, index) => (
          <li key={item} data-turn={index === turn || undefined}>
            {item}
          </li>
        ))}
      </ul>
      {items.length > 1 && <PauseButton {...pause} />}
    </section>
  );
}
