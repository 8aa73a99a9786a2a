import { PhoneCall } from 'lucide-react';
import { useEffect, useState } from 'react';
import { dateTime } from '@/i18n/format.ts';
import { m } from '@/i18n/paraglide.gen/messages.js';
import { useShopDay } from '@/lib/use-shop-day.ts';
import { clock, dayMonth, isToday } from '../../time.ts';
import * as styles from './next-call.module.css';

/** When a customer who was called in vain is to be called again; marked once that has come. `short` where there is room for no words. */
export function NextCall({ at, short = false }: { at: string; short?: boolean }) {
  const isDue = useIsDue(at);
  const time = isToday(at, useShopDay()) ? clock(at) : `${dayMonth(at)} ${clock(at)}`;
  const words = isDue ? m.db_order_call_overdue({ time }) : m.db_order_call_again({ time });
  return (
    <time
      dateTime={at}
      title={short ? words : dateTime(at)}
      className={styles.call}
      data-due={isDue || undefined}
    >
      <PhoneCall className="icon" aria-hidden />
      <span className={short ? 'visually-hidden' : undefined}>{words}</span>
      {short && <span aria-hidden>{time}</span>}
    </time>
  );
}

/** A day or so: what timers can wait for is bounded. */
const LONGEST_WAIT_MS = 86_400_000;

/** Whether the moment has come, on a screen that nothing else draws anew too. */
function useIsDue(at: string): boolean {
  const [now, setNow] = useState(() => Date.now());
  const wait = Date.parse(at) - now;
  useEffect(() => {
    if (wait <= 0) return;
    const timer = setTimeout(() => setNow(Date.now()), Math.min(wait, LONGEST_WAIT_MS));
    return () => clearTimeout(timer);
  }, [wait]);
  return wait <= 0;
}
