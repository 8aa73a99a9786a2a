/** Seconds until this browser may buy again; resumes after a reload (spec 4). */
import { useQuery } from '@tanstack/react-query';
import { COOLDOWN_SECONDS, cooldownLeft } from '@/domain/cooldown.ts';
import { useStored } from '@/lib/stored.ts';
import { useNow } from '@/lib/use-now.ts';
import { settingsQuery } from '../api.ts';
import { lastPurchaseStore } from './purchase-store.ts';

/** How long a browser waits between two purchases, as the merchant chose it. */
export function usePause(): number {
  return useQuery(settingsQuery()).data?.cooldownSeconds ?? COOLDOWN_SECONDS;
}

export function useCooldown(): number {
  const last = useStored(lastPurchaseStore);
  const left = cooldownLeft(last, Date.now(), usePause());
  // The clock only makes this read the time again: what it shows may be older than the render that asks.
  useNow(left > 0);
  return left;
}
