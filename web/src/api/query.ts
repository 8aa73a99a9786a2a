/** Query defaults of both apps, and the data that the gateway wrote into the page. */
import { type Query, QueryClient, type QueryKey } from '@tanstack/react-query';
import { isTransient } from './errors.ts';

const MINUTE = 60_000;

/** How long an answer counts as fresh. */
export const FRESH = { catalogue: 5 * MINUTE, listing: MINUTE, staffList: 10_000, never: 0 } as const;

interface Reconnecting {
  /** Which of what is shown is asked for again where a network comes back. */
  refetchOnReconnect?: boolean | ((query: Pick<Query, 'queryKey'>) => boolean);
}

export function makeQueryClient({ refetchOnReconnect = true }: Reconnecting = {}): QueryClient {
  return new QueryClient({
    defaultOptions: {
      // Without a network a call fails and says so; left to wait for one, it would seem to load for ever.
      mutations: { networkMode: 'always' },
      queries: {
        networkMode: 'always',
        refetchOnReconnect,
        staleTime: FRESH.listing,
        retry: (failures, error) => failures < 2 && isTransient(error),
        retryDelay: (failure) => Math.min(500 * 2 ** failure, 4_000),
      },
    },
  });
}

/**
 * Reads `<script id="__q" type="application/json">[[key, data], …]</script>`. The keys are those that
 * openapi-react-query builds (`[method, path, init]`), so a page that the gateway filled asks for nothing again.
 */
export function hydrate(queries: QueryClient, document: Document): void {
  const text = document.getElementById('__q')?.textContent;
  if (!text) return;
  for (const [key, data] of JSON.parse(text) as [QueryKey, unknown][]) queries.setQueryData(key, data);
}
