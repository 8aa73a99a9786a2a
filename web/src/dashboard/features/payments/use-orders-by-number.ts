import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { latinDigits } from '@/domain/digits.ts';
import { orderNumber } from '@/domain/order-number.ts';
import type { UnpaidOrder, UnpaidOrders } from '../../data/types.ts';
import { type Named, unpaidOrdersQuery } from './queries.ts';

/**
 * The orders that a transporter owes for beyond those that are loaded: the shop finds them one by one, by their number, and whichever
 * by the number that the transporter's statement has. Those that are kept stay as they were found, for each would be a question at
 * every change; a payment `refused` of them tells which are owed for no more.
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
  const isKept = ({ id }: UnpaidOrder) => kept.some((order) => order.id === id);
  return {
    found: [...kept, ...asked.filter((order) => !isKept(order))].filter(({ number }) => !isLoaded(number)),
    /** Whether the shop found it by what was looked for last. */
    isNamed: ({ id }: UnpaidOrder) => asked.some((order) => order.id === id),
    /** What became of the number looked for last; nothing where it is among those that are loaded. */
    answer: last === undefined ? undefined : answer,
    /** Looks for the words where they are a number, and keeps of what was found before what is chosen. */
    look: (words: string, chosen: readonly UnpaidOrder[]) => {
      const number = orderNumber(words);
      const isHere = number !== undefined && isLoaded(number);
      const next = isHere ? {} : { ...(more && number && { number }), ...trackingNumber(words) };
      const others = chosen.filter((order) => order.number !== next.number && !isLoaded(order.number));
      setLooked({ kept: others, ...(Object.keys(next).length > 0 && { last: next }) });
    },
  };
}

/** The words where they may be a parcel's number, as the list of orders takes them: one of five characters, a digit among them. */
function trackingNumber(words: string): Named {
  const word = latinDigits(words.trim());
  return /^(?=.*\d)[!-~]{5,64}$/.test(word) ? { trackingNumber: word } : {};
}

interface Looked {
  kept: readonly UnpaidOrder[];
  /** What was looked for last, where something was. */
  last?: Named;
}
