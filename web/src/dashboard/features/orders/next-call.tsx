import { PhoneCall } from 'lucide-react';
import { dateTime } from '@/i18n/format.ts';
import { m } from '@/i18n/paraglide.gen/messages.js';
import { clock, dayMonth, isToday } from '../../time.ts';
import * as styles from './next-call.module.css';

/** When a customer who was called in vain is to be called again; marked once that has come. */
export function NextCall({ at }: { at: string }) {
  const isDue = Date.parse(at) <= Date.now();
  const time = isToday(at) ? clock(at) : `${dayMonth(at)} ${clock(at)}`;
  return (
    <time dateTime={at} title={dateTime(at)} className={styles.call} data-due={isDue || undefined}>
      <PhoneCall className="icon" aria-hidden />
      {isDue ? m.db_order_call_overdue({ time }) : m.db_order_call_again({ time })}
    </time>
  );
}
