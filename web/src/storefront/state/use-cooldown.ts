/** Seconds until this browser may buy again; resumes after a reload (spec 4). */
import { useQuery } from '@tanstack/react-query';
import { COOLDOWN_SECONDS, cooldownLeft } from '@/domain/cooldown.ts';
import { useStored } from '@/lib/stored.ts';
import { useNow } from '@/lib/use-now.ts';
import { settingsQuery } from '../api.ts';
import { lastPurchaseStore } from './purchase-store.ts';

/** A purchase that says itself how long it is waited for is no matter of the settings, which may be others by now. */
export function useCooldown(): number {
  const last = useStored(lastPurchaseStore);
  const known = useQuery(settingsQuery()).data?.cooldownSeconds ?? COOLDOWN_SECONDS;
  const left = cooldownLeft(last, Date.now(), known);
  // The clock only makes this read the time again: what it shows may be older than the render that asks.
  useNow(left > 0);
  return left;
}
