/**
 * What changes while one looks: the server says which kind of thing changed, the queries that show it are asked
 * again. Nothing is patched in place, so a screen can't drift from the truth.
 */
import type { Query, QueryClient, QueryKey, QueryMeta } from '@tanstack/react-query';
import type { LiveKind } from '../data/types.ts';

declare module '@tanstack/react-query' {
  interface Register {
    queryMeta: {
      /** What the answer shows, so that a change of it is asked for anew. */
      live?: readonly LiveKind[];
    };
  }
}

/** One line of `GET /dashboard/api/live`. */
export interface LiveChange {
  kind: string;
  id: string;
  version: number;
}

interface Shown {
  queryKey: QueryKey;
  meta: QueryMeta | undefined;
}

/** Whether a query shows what changed; after missed changes every one may. */
export function isShownBy({ kind }: LiveChange, { queryKey, meta }: Shown): boolean {
  if (kind === 'resync') return queryKey[0] === 'get';
  return meta?.live?.some((shown) => shown === kind) ?? false;
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
 * Asks again for what a change shows. A change never cancels the answer that is on its way, else a shop where something
 * changes all the time would never be shown anew; and what answers slowly keeps nothing else waiting.
 */
export function refreshOn(queries: QueryClient): (change: LiveChange) => void {
  let gathered: LiveChange[] = [];
  const renew = renewing(queries);
  const refresh = () => {
    const changes = gathered;
    gathered = [];
    const isShowing = (query: Query) => changes.some((one) => isShownBy(one, query));
    for (const query of queries.getQueryCache().findAll({ predicate: isShowing })) void renew(query);
  };
  return (change) => {
    gathered.push(change);
    if (gathered.length === 1) setTimeout(refresh, GATHER_MS);
  };
}

/** Of a network that came back: the channel renews the rest, and asked for with it, all would come twice. */
export function asksForItself({ queryKey }: Pick<Shown, 'queryKey'>): boolean {
  return queryKey[0] !== 'get';
}

/** Asks again for everything, after changes that were not heard. */
export function renewAll(queries: QueryClient): void {
  const onTheirWay = queries.getQueryCache().findAll({ queryKey: ['get'], fetchStatus: 'fetching' });
  void queries.invalidateQueries({ queryKey: ['get'], fetchStatus: 'idle' });
  const renew = renewing(queries);
  for (const query of onTheirWay) void renew(query);
}

/** An answer that was asked for before the change may not know of it: it is waited for, then asked for once more. */
function renewing(queries: QueryClient): (query: Query) => Promise<void> {
  const waiting = new Set<Query>();
  return async (query) => {
    if (waiting.has(query)) return;
    waiting.add(query);
    await query.promise?.catch(() => undefined);
    waiting.delete(query);
    await queries.invalidateQueries({ predicate: (one) => one === query }, { cancelRefetch: false });
  };
}
