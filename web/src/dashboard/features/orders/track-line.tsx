import type { CSSProperties } from 'react';
import { m } from '@/i18n/paraglide.gen/messages.js';
import { useShopDay } from '@/lib/use-shop-day.ts';
import type { TimelineEntry } from '../../data/types.ts';
import { isStatus, MAIN_WAY, type Status, statusColour, statusWord } from '../../order-status.ts';
import { clock, dayMonth, isToday } from '../../time.ts';
import * as styles from './track-line.module.css';

interface TrackLineProps {
  status: string;
  timeline: readonly TimelineEntry[];
}

interface Stop {
  status: Status;
  at: string | undefined;
  step: 'done' | 'now' | 'ahead';
}

/** The way of the order: what was reached and when, where it stands, what is ahead. */
export function TrackLine({ status, timeline }: TrackLineProps) {
  const today = useShopDay();
  return (
    <ol className={styles.trackLine} aria-label={m.db_order_progress()}>
      {stops(status, timeline).map((stop) => (
        <li
          key={stop.status}
          data-step={stop.step}
          aria-current={stop.step === 'now' ? 'step' : undefined}
          style={{ '--c': statusColour(stop.status) } as CSSProperties}
        >
          <span className={styles.stepWord}>{statusWord(stop.status)}</span>
          <small>{stop.at && (isToday(stop.at, today) ? clock(stop.at) : dayMonth(stop.at))}</small>
        </li>
      ))}
    </ol>
  );
}

/** The main way; where the order left it, what it reached and then where it stands. */
export function stops(status: string, timeline: readonly TimelineEntry[]): Stop[] {
  const reached = new Map(timeline.map((entry) => [entry.kind, entry.at]));
  // A settlement whose payment was reversed was none.
  if ((reached.get('payment_reversed') ?? '') >= (reached.get('settled') ?? '')) reached.delete('settled');
  const now = (MAIN_WAY as readonly string[]).indexOf(status);
  if (now >= 0) {
    return MAIN_WAY.map((one, index) => ({
      status: one,
      at: index <= now ? reached.get(one) : undefined,
      step: index < now ? 'done' : index === now ? 'now' : 'ahead',
    }));
  }
  const done = MAIN_WAY.filter((one) => reached.has(one)).map(
    (one): Stop => ({ status: one, at: reached.get(one), step: 'done' }),
  );
  return isStatus(status) ? [...done, { status, at: reached.get(status), step: 'now' }] : done;
}
