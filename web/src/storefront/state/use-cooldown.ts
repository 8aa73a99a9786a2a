/** Seconds until this browser may buy again; resumes after a reload (spec 4). */
import { cooldownLeft } from '@/domain/cooldown.ts';
import { useStored } from '@/lib/stored.ts';
import { useNow } from '@/lib/use-now.ts';
import { lastPurchaseStore } from './purchase-store.ts';

export function useCooldown(): number {
  const last = useStored(lastPurchaseStore);
  const now = useNow(cooldownLeft(last, Date.now()) > 0);
  return cooldownLeft(last, now);
}
