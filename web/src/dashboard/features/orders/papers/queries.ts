/** What the papers of many orders tell, asked for step by step. */
import { queryOptions } from '@tanstack/react-query';
import { FRESH } from '@/api/query.ts';
import { client } from '../../../data/api.ts';
import type { PaperHeld, PaperOrder } from '../../../data/types.ts';

/** Orders of one question. */
const STEP = 50;

export interface Papers {
  orders: readonly PaperOrder[];
  /** Where their goods are; `null` where that can't be read of all of them. */
  held: readonly PaperHeld[] | null;
}

/** The orders that are there, in the order of their ids. */
export function papersQuery(ids: readonly string[]) {
  return queryOptions({
    queryKey: ['order-papers', ids],
    queryFn: ({ signal }) => readPapers(ids, signal),
    // What was read for an earlier print is not shown while it is read again: it would be printed as current.
    staleTime: FRESH.never,
    gcTime: 0,
    // What is being printed stays as it is.
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  });
}

async function readPapers(ids: readonly string[], signal: AbortSignal): Promise<Papers> {
  const read: { orders: PaperOrder[]; held: PaperHeld[] | null } = { orders: [], held: [] };
  let waiting = ids;
  while (waiting.length > 0) {
    const query = { ids: waiting.slice(0, STEP).join(',') };
    // What had no room in an answer begins the next question.
    const { data } = await client.GET('/dashboard/api/orders/papers', { params: { query }, signal });
    if (!data) break;
    read.orders.push(...data.orders);
    read.held = read.held && data.held ? [...read.held, ...data.held] : null;
    waiting = [...data.left, ...waiting.slice(STEP)];
  }
  return read;
}
