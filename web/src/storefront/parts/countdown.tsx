/** Time left until a promotion ends, ticking each second; days carry a J (spec 4). Not announced each second. */
import { endTime, timeLeft } from '@/domain/countdown.ts';
import * as m from '@/i18n/paraglide.gen/messages.js';
import { useNow } from '@/lib/use-now.ts';
import { Icon } from '@/ui/native/icon.tsx';

export function Countdown({ end }: { readonly end: string }) {
  const until = endTime(end);
  const now = useNow(until !== undefined);
  if (until === undefined) {
    console.warn(`not an end time: ${end}`);
    return null;
  }
  const left = timeLeft(until, now);
  if (!left) return <p className="countdown">{m.sf_expired()}</p>;
  const clock = [left.hours, left.minutes, left.seconds]
    .map((part) => String(part).padStart(2, '0'))
    .join(':');
  return (
    <p className="countdown" role="timer" aria-live="off">
      <Icon name="clock" />
      {m.sf_ends_in()}
      <b className="ltr">{left.days > 0 ? `${left.days} J ${clock}` : clock}</b>
    </p>
  );
}
