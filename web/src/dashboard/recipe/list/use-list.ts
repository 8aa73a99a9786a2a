import { type UseQueryOptions, type UseQueryResult, useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { type Filters, type ListSearch, refined, type SearchOf } from './search.ts';

export interface ListAddress<F, S extends string> {
  /** Which list it is. */
  of: { path: string; validate: (raw: Record<string, unknown>) => object };
  search: SearchOf<F, S>;
  isNarrowed: boolean;
  /** Changes the address; anything but another page starts at the first. */
  refine: (change: Partial<SearchOf<F, S>>) => void;
}

export interface List<Answer, F, S extends string> extends ListAddress<F, S> {
  answer: UseQueryResult<Answer>;
}

/** What the open address asks of a list, and how to ask for something else. */
export function useListAddress<P extends string, F extends Filters<P>, S extends string>(
  list: ListSearch<P, F, S>,
): ListAddress<F, S> {
  // The route of this address validates with this very search.
  const open: unknown = useSearch({ strict: false });
  const search = open as SearchOf<F, S>;
  const navigate = useNavigate();
  return {
    of: list,
    search,
    isNarrowed: list.isNarrowed(search),
    refine: (change) =>
      void navigate({ to: '.', search: (before: object) => refined(before, change), replace: true } as never),
  };
}

/** The same with its answer. */
export function useList<P extends string, F extends Filters<P>, S extends string, Answer>(
  list: ListSearch<P, F, S>,
  query: (search: SearchOf<F, S>) => UseQueryOptions<Answer>,
): List<Answer, F, S> {
  const address = useListAddress(list);
  return { ...address, answer: useQuery(query(address.search)) };
}
