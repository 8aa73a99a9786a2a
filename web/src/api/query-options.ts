/**
 * Query options from a method, a path and its parameters: types and keys are openapi-react-query's own, the few
 * lines that run are here, because its one entry would bring infinite queries and more into every first load.
 */
import type { QueryKey } from '@tanstack/react-query';
import type { OpenapiQueryClient } from 'openapi-react-query';
import type { ApiClient } from './client.ts';
import type { paths } from './schema.gen.ts';

type QueryOptions = OpenapiQueryClient<paths>['queryOptions'];

export interface Queries {
  readonly queryOptions: QueryOptions;
}

interface Context {
  readonly queryKey: QueryKey;
  readonly signal: AbortSignal;
}

type Call = (path: string, init: object) => Promise<{ data?: unknown }>;

export function makeQueries(client: ApiClient): Queries {
  const queryFn = async ({ queryKey: [method, path, init], signal }: Context) => {
    const call = client[String(method).toUpperCase() as keyof ApiClient] as Call;
    const { data } = await call(String(path), { signal, ...(init as object | undefined) });
    return data ?? null;
  };
  const queryOptions = (method: string, path: string, init?: object, options?: object) => ({
    queryKey: init === undefined ? [method, path] : [method, path, init],
    queryFn,
    ...options,
  });
  return { queryOptions: queryOptions as unknown as QueryOptions };
}
