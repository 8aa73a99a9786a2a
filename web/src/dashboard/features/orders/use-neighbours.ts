import { useQueryClient } from '@tanstack/react-query';
import type { AnswerOf } from '@/api/paths.ts';

type OrderList = AnswerOf<'/dashboard/api/orders'>;

export interface Neighbours {
  previous: string | undefined;
  next: string | undefined;
  /** Its place in that list, from 1, and how many the list has; 0 of 0 where one came from elsewhere. */
  at: number;
  of: number;
}

/** The orders above and below in the list that one came from: the one asked last that has it. */
export function useNeighbours(id: string): Neighbours {
  const lists = useQueryClient()
    .getQueryCache()
    .findAll({ queryKey: ['get', '/dashboard/api/orders'] })
    .sort((a, b) => b.state.dataUpdatedAt - a.state.dataUpdatedAt)
    .map(({ state }) => state.data as OrderList | undefined);
  for (const list of lists) {
    const ids = list?.orders.map((order) => order.id) ?? [];
    const at = ids.indexOf(id);
    if (list && at >= 0) {
      const place = (list.page - 1) * list.size + at + 1;
      return { previous: ids[at - 1], next: ids[at + 1], at: place, of: list.total };
    }
  }
  return { previous: undefined, next: undefined, at: 0, of: 0 };
}
