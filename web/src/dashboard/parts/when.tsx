import { dateTime } from '@/i18n/format.ts';
import { useShopDay } from '@/lib/use-shop-day.ts';
import { clock, dayMonth, isToday } from '../time.ts';

/** The hour of today, the day of before; on hover the full moment, or `title`. */
export function When({ at, title = dateTime(at) }: { at: string; title?: string }) {
  return (
    <time dateTime={at} title={title} className="num muted">
      {isToday(at, useShopDay()) ? clock(at) : dayMonth(at)}
    </time>
  );
}
