/** Seconds until this browser may buy again; resumes after a reload (spec 4). */
import { cooldownLeft } from '@/domain/cooldown.ts';
import { useStored } from '@/lib/stored.ts';
import { useNow } from '@/lib/use-now.ts';
import { lastPurchaseStore } from './purchase-store.ts';

export function useCooldown(): number {
  const last = useStored(lastPurchaseStore);
  const left = cooldownLeft(last, Date.now());
  // The clock only makes this read the time again: what it shows may be older than the render that asks.
  useNow(left > 0);
  return left;
}
