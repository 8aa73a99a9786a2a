/** The orders that a transporter owes for: what is ticked adds up, the shop computes the total again. */
import { type Centimes, centimes, fromDinars, sum } from '@/domain/money.ts';

interface Owed {
  id: string;
  number: string;
  customerFullName: string;
  total: number;
}

export function totalOf(orders: readonly Owed[]): Centimes {
  return sum(orders.map(({ total }) => fromDinars(total)));
}

/** Those whose number or customer has the words. */
export function matching<Order extends Owed>(orders: readonly Order[], words: string): Order[] {
  const wanted = words.trim().toLocaleLowerCase();
  return orders.filter(({ number, customerFullName }) =>
    `${number} ${customerFullName}`.toLocaleLowerCase().includes(wanted),
  );
}

/** The first ones, in their order, that an amount pays for. */
export function upTo<Order extends Owed>(orders: readonly Order[], amount: Centimes): Order[] {
  let left = amount;
  const paid: Order[] = [];
  for (const order of orders) {
    const total = fromDinars(order.total);
    if (total > left) break;
    paid.push(order);
    left = centimes(left - total);
  }
  return paid;
}

/** The one order whose amount is the whole difference: one too many ticked, or one forgotten. */
export function explaining<Order extends Owed>(
  orders: readonly Order[],
  chosen: readonly Order[],
  difference: Centimes,
): Order | undefined {
  const isWanted = ({ total }: Order) => fromDinars(total) === Math.abs(difference);
  if (difference < 0) return chosen.find(isWanted);
  return orders.find((order) => isWanted(order) && !chosen.includes(order));
}
