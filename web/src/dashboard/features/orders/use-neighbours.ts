import { useQueryClient } from '@tanstack/react-query';

interface Neighbours {
  previous: string | undefined;
  next: string | undefined;
}

/** The orders above and below in the list that one came from. */
export function useNeighbours(id: string): Neighbours {
  const lists = useQueryClient().getQueriesData<{ orders: { id: string }[] }>({
    queryKey: ['get', '/dashboard/api/orders'],
  });
  for (const [, list] of lists) {
    const ids = list?.orders.map((order) => order.id) ?? [];
    const at = ids.indexOf(id);
    if (at >= 0) return { previous: ids[at - 1], next: ids[at + 1] };
  }
  return { previous: undefined, next: undefined };
}
