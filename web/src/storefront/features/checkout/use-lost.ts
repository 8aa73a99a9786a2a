/** What was sent and is known, or has to be taken, to get no answer any more. */
import { useEffect, useState } from 'react';
import { DEADLINE_MS } from '@/api/client.ts';
import { useStored } from '@/lib/stored.ts';
import { type Unanswered, unansweredStore } from '../../state/purchase-store.ts';

/** When its answer counts as lost: a tab that was closed says nothing any more, and its deadline has passed. */
const lostAt = ({ awaitedSince }: Unanswered) => (awaitedSince === null ? 0 : awaitedSince + DEADLINE_MS);

/** Orders whose answer is lost: nobody waits for it any more, in this tab or another. */
export function useLost(): readonly Unanswered[] {
  const unanswered = useStored(unansweredStore);
  const [now, setNow] = useState(Date.now);
  const next = Math.min(...unanswered.map(lostAt).filter((time) => time > now));
  useEffect(() => {
    if (!Number.isFinite(next)) return;
    const timer = setTimeout(() => setNow(Math.max(next, Date.now())), next - Date.now());
    return () => clearTimeout(timer);
  }, [next]);
  return unanswered.filter((one) => lostAt(one) <= now);
}
