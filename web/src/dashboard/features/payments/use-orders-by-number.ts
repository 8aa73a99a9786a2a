import { useQueries } from '@tanstack/react-query';
import { useState } from 'react';
import { orderNumber } from '@/domain/order-number.ts';
import type { UnpaidOrder, UnpaidOrders } from '../../data/types.ts';
import { unpaidOrdersQuery } from './queries.ts';

/** The orders that a transporter owes for beyond those that are loaded: the shop finds them one by one, by their number. */
export function useOrdersByNumber(transporterId: string, { orders, more }: UnpaidOrders) {
  const [looked, setLooked] = useState<Looked>({ numbers: [] });
  const answers = useQueries({
    queries: looked.numbers.map((number) => unpaidOrdersQuery(transporterId, number)),
  });
  const isLoaded = (number: string) => orders.some((order) => order.number === number);
  return {
    found: answers.flatMap(({ data }) => data?.orders ?? []).filter(({ number }) => !isLoaded(number)),
    /** What became of the number looked for last; nothing where it is among those that are loaded. */
    answer: looked.last === undefined ? undefined : answers.at(-1),
    /** Looks for the words where they are such a number, and keeps of what was found before what is chosen. */
    look: (words: string, chosen: readonly UnpaidOrder[]) => {
      const number = more ? orderNumber(words) : undefined;
      const last = number !== undefined && !isLoaded(number) ? number : undefined;
      const kept = chosen.map((order) => order.number).filter((one) => one !== last && !isLoaded(one));
      setLooked(last === undefined ? { numbers: kept } : { numbers: [...kept, last], last });
    },
  };
}

/** `last` is the last of the numbers, where one was looked for last. */
interface Looked {
  numbers: readonly string[];
  last?: string;
}
