import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import type { AnswerOf } from '@/api/paths.ts';
import type { OrderDetail, OrderRow } from '../../data/types.ts';
import { orderQuery } from './queries.ts';
import { type OrderSearch, orderList } from './search.ts';

type OrderList = AnswerOf<'/dashboard/api/orders'>;

export interface Neighbours {
  previous: string | undefined;
  next: string | undefined;
  /** The next whose customer is to be called, as far as is known here. */
  toCall: string | undefined;
  /** Its place in that list, from 1, and how many the list has; 0 of 0 where one came from elsewhere. */
  at: number;
  of: number;
  /** What that list was asked for; from its first page on, as those that were called have left it. */
  list: OrderSearch;
}

/** Its customer has not agreed to it yet. */
export function isUnconfirmed(status: string): boolean {
  return status === 'placed' || status === 'unreachable';
}

/** The orders above and below in the list that one came from: the one asked last that has it. */
export function useNeighbours(id: string): Neighbours {
  const queries = useQueryClient();
  const lists = queries
    .getQueryCache()
    .findAll({ queryKey: ['get', '/dashboard/api/orders'] })
    .sort((a, b) => b.state.dataUpdatedAt - a.state.dataUpdatedAt);
  for (const { queryKey, state } of lists) {
    const list = state.data as OrderList | undefined;
    const ids = list?.orders.map((order) => order.id) ?? [];
    const at = ids.indexOf(id);
    if (list && at >= 0) {
      return {
        previous: ids[at - 1],
        next: ids[at + 1],
        toCall: list.orders.slice(at + 1).find((order) => isToCall(queries, order))?.id,
        at: (list.page - 1) * list.size + at + 1,
        of: list.total,
        list: searchOf(queryKey),
      };
    }
  }
  return { previous: undefined, next: undefined, toCall: undefined, at: 0, of: 0, list: {} };
}

/** Leads to an order of the list; nowhere, where there is none. */
export function useGoTo(): (id: string | undefined) => (() => void) | undefined {
  const navigate = useNavigate();
  return (id) => (id === undefined ? undefined : () => void navigate({ to: '/orders/$id', params: { id } }));
}

/** An order that was opened is known better than its row. */
function isToCall(queries: QueryClient, { id, status }: OrderRow): boolean {
  return isUnconfirmed(queries.getQueryData<OrderDetail>(orderQuery(id).queryKey)?.status ?? status);
}

function searchOf([, , init]: readonly unknown[]): OrderSearch {
  const { params } = init as { params?: { query?: object } };
  return orderList.validate({ ...params?.query, page: undefined });
}
