/**
 * What changes while one looks: the server says which kind of thing changed, the queries that show it are asked
 * again. Nothing is patched in place, so a screen can't drift from the truth.
 */
import type { Query, QueryClient } from '@tanstack/react-query';

/** One line of `GET /dashboard/api/live`. */
export interface LiveChange {
  kind: string;
  id: string;
  version: number;
}

/** Paths whose answers show a kind of thing. */
const SHOWN_BY: Record<string, readonly string[]> = {
  order: ['/dashboard/api/orders', '/dashboard/api/summary', '/dashboard/api/payments'],
  stock: ['/dashboard/api/warehouse', '/dashboard/api/stock', '/dashboard/api/summary'],
  product: ['/dashboard/api/products', '/dashboard/api/product'],
  payment: ['/dashboard/api/payments', '/dashboard/api/summary', '/dashboard/api/orders'],
};

/** Whether a query of this key shows what changed; after missed changes every one may. */
export function isShownBy(change: LiveChange, key: readonly unknown[]): boolean {
  const path = key[1];
  if (key[0] !== 'get' || typeof path !== 'string') return false;
  if (change.kind === 'resync') return true;
  return (SHOWN_BY[change.kind] ?? []).some((prefix) => path.startsWith(prefix));
}

export function parseChange(text: string): LiveChange | null {
  try {
    const change = JSON.parse(text) as Partial<LiveChange>;
    if (typeof change.kind !== 'string' || typeof change.id !== 'string') return null;
    return { kind: change.kind, id: change.id, version: Number(change.version ?? 0) };
  } catch {
    return null;
  }
}

/** Many changes at once ask once. */
const GATHER_MS = 120;

/**
 * Asks again for what a change shows, one round after the other: a change never cancels the answer that is on its way,
 * else a shop where something changes all the time would never be shown anew. What comes meanwhile is for the next round.
 */
export function refreshOn(queries: QueryClient): (change: LiveChange) => void {
  let gathered: LiveChange[] = [];
  let isBusy = false;
  const refresh = async () => {
    const changes = gathered;
    gathered = [];
    await renew(queries, ({ queryKey }) => changes.some((one) => isShownBy(one, queryKey)));
    isBusy = gathered.length > 0;
    if (isBusy) setTimeout(refresh, GATHER_MS);
  };
  return (change) => {
    gathered.push(change);
    if (isBusy) return;
    isBusy = true;
    setTimeout(refresh, GATHER_MS);
  };
}

/** An answer that was asked for before the change may not know of it: it is waited for, then asked for once more. */
async function renew(queries: QueryClient, isShowing: (query: Query) => boolean): Promise<void> {
  const underWay = queries.getQueryCache().findAll({ predicate: isShowing, fetchStatus: 'fetching' });
  await queries.invalidateQueries({ predicate: isShowing }, { cancelRefetch: false });
  if (underWay.length === 0) return;
  await queries.invalidateQueries(
    { predicate: (query) => underWay.includes(query) },
    { cancelRefetch: false },
  );
}
