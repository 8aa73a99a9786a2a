import { dateTime } from '@/i18n/format.ts';
import { clock, dayMonth, isToday } from '../time.ts';

/** The hour of today, the day of before; the full moment on hover. */
export function When({ at }: { at: string }) {
  return (
    <time dateTime={at} title={dateTime(at)} className="num muted">
      {isToday(at) ? clock(at) : dayMonth(at)}
    </time>
  );
}
