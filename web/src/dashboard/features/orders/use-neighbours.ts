import { useQueryClient } from '@tanstack/react-query';

interface Neighbours {
  previous: string | undefined;
  next: string | undefined;
  /** Its place in that list's page, from 1, and how many the page has; 0 of 0 where one came from elsewhere. */
  at: number;
  of: number;
}

/** The orders above and below in the list that one came from: the one asked last that has it. */
export function useNeighbours(id: string): Neighbours {
  const lists = useQueryClient()
    .getQueryCache()
    .findAll({ queryKey: ['get', '/dashboard/api/orders'] })
    .sort((a, b) => b.state.dataUpdatedAt - a.state.dataUpdatedAt)
    .map(({ state }) => state.data as { orders: { id: string }[] } | undefined);
  for (const list of lists) {
    const ids = list?.orders.map((order) => order.id) ?? [];
    const at = ids.indexOf(id);
    if (at >= 0) return { previous: ids[at - 1], next: ids[at + 1], at: at + 1, of: ids.length };
  }
  return { previous: undefined, next: undefined, at: 0, of: 0 };
}
