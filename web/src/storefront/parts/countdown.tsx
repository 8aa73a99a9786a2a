/** Time left until a promotion ends, ticking each second; days carry a J in French (spec 4). Not announced each second. */
import { endTime, type TimeLeft, timeLeft } from '@/domain/countdown.ts';
import * as m from '@/i18n/paraglide.gen/messages.js';
import { useNow } from '@/lib/use-now.ts';
import { Icon } from '@/ui/native/icon.tsx';
import * as styles from './countdown.module.css';

/** `over` once the time has come; nothing for a text that is no end time. */
function useTimeLeft(end: string): TimeLeft | 'over' | undefined {
  const until = endTime(end);
  const now = useNow(until !== undefined);
  if (until === undefined) {
    console.warn(`not an end time: ${end}`);
    return undefined;
  }
  return timeLeft(until, now) ?? 'over';
}

const twoDigits = (part: number) => String(part).padStart(2, '0');

export function Countdown({ end }: { readonly end: string }) {
  const left = useTimeLeft(end);
  if (left === undefined) return null;
  if (left === 'over') return <p className={styles.countdown}>{m.sf_expired()}</p>;
  const clock = [left.hours, left.minutes, left.seconds].map(twoDigits).join(':');
  return (
    <p className={styles.countdown} role="timer" aria-live="off">
      <Icon name="clock" />
      {m.sf_ends_in()}
      <b>
        {left.days > 0 && `${m.sf_days_left({ days: left.days })} `}
        <span className="ltr">{clock}</span>
      </b>
    </p>
  );
}

/** The same in large figures, for a banner. */
export function CountdownClock({ end }: { readonly end: string }) {
  const left = useTimeLeft(end);
  if (left === undefined) return null;
  if (left === 'over') return <p className={styles.countdown}>{m.sf_expired()}</p>;
  const parts = [
    { figure: String(left.days), unit: m.sf_days() },
    { figure: twoDigits(left.hours), unit: m.sf_hours() },
    { figure: twoDigits(left.minutes), unit: m.sf_minutes() },
    { figure: twoDigits(left.seconds), unit: m.sf_seconds() },
  ];
  return (
    <div className={styles.clock} role="timer" aria-live="off" aria-label={m.sf_ends_in()}>
      {parts.map(({ figure, unit }) => (
        <div key={unit}>
          <b>{figure}</b>
          <span>{unit}</span>
        </div>
      ))}
    </div>
  );
}
