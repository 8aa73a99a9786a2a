import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { orderNumber } from '@/domain/order-number.ts';
import type { UnpaidOrder, UnpaidOrders } from '../../data/types.ts';
import { unpaidOrdersQuery } from './queries.ts';

/**
 * The orders that a transporter owes for beyond those that are loaded: the shop finds them one by one, by their number. Those
 * that are kept stay as they were found, for each would be a question at every change; a payment `refused` of them tells which are
 * owed for no more.
 */
export function useOrdersByNumber(
  transporterId: string,
  { orders, more }: UnpaidOrders,
  refused: readonly string[],
) {
  const [looked, setLooked] = useState<Looked>({ kept: [] });
  const [heard, setHeard] = useState(refused);
  // What is found anew afterwards may be owed for again.
  if (heard !== refused) {
    setHeard(refused);
    setLooked({ ...looked, kept: looked.kept.filter(({ id }) => !refused.includes(id)) });
  }
  const { kept, last } = looked;
  const answer = useQuery({ ...unpaidOrdersQuery(transporterId, last), enabled: last !== undefined });
  const isLoaded = (number: string) => orders.some((order) => order.number === number);
  const asked = last === undefined ? [] : (answer.data?.orders ?? []);
  return {
    found: [...kept, ...asked].filter(({ number }) => !isLoaded(number)),
    /** What became of the number looked for last; nothing where it is among those that are loaded. */
    answer: last === undefined ? undefined : answer,
    /** Looks for the words where they are such a number, and keeps of what was found before what is chosen. */
    look: (words: string, chosen: readonly UnpaidOrder[]) => {
      const number = more ? orderNumber(words) : undefined;
      const next = number !== undefined && !isLoaded(number) ? number : undefined;
      const others = chosen.filter((order) => order.number !== next && !isLoaded(order.number));
      setLooked({ kept: others, ...(next !== undefined && { last: next }) });
    },
  };
}

interface Looked {
  kept: readonly UnpaidOrder[];
  /** The number that was looked for last, where one was. */
  last?: string;
}
