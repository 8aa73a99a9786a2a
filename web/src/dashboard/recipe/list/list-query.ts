import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { AnswerOf, ListPath } from '@/api/paths.ts';
import { FRESH } from '@/api/query.ts';
import { api } from '../../data/api.ts';
import type { LiveKind } from '../../data/types.ts';
import type { Filters, ListSearch, SearchOf } from './search.ts';

type Options = (
  method: 'get',
  path: ListPath,
  init: object,
) => { queryKey: readonly unknown[]; queryFn: never };

/** Asks for one page of a list; the last answer stays in sight until the next is there. */
export function listQuery<P extends ListPath, F extends Filters<P>, S extends string>(
  list: ListSearch<P, F, S>,
  search: SearchOf<F, S>,
  { live, params, gcTime }: { live: readonly LiveKind[]; params?: Record<string, string>; gcTime?: number },
) {
  const init = { params: { ...(params && { path: params }), query: list.queryOf(search) } };
  // One cast for all lists: the types of a path that is not known here can't be followed.
  return queryOptions<AnswerOf<P>>({
    ...(api.queryOptions as unknown as Options)('get', list.path, init),
    staleTime: FRESH.staffList,
    placeholderData: keepPreviousData,
    ...(gcTime !== undefined && { gcTime }),
    meta: { live },
  });
}
