/** The orders that a transporter owes for: what is ticked adds up, the shop computes the total again. */
import { type Centimes, centimes, fromDinars, sum } from '@/domain/money.ts';
import { orderNumber } from '@/domain/order-number.ts';

/** Orders in one payment, as the shop takes them. */
export const MOST_ORDERS = 1000;

interface Owed {
  id: string;
  number: string;
  customerFullName: string;
  total: number;
}

export function totalOf(orders: readonly Owed[]): Centimes {
  return sum(orders.map(({ total }) => fromDinars(total)));
}

/** Those whose number or customer has the words, or whose number they are as people write it. */
export function matching<Order extends Owed>(orders: readonly Order[], words: string): Order[] {
  const wanted = words.trim().toLocaleLowerCase();
  const whole = orderNumber(words);
  return orders.filter(
    ({ number, customerFullName }) =>
      number === whole || `${number} ${customerFullName}`.toLocaleLowerCase().includes(wanted),
  );
}

/** The first ones, in their order, that an amount pays for and one payment takes. */
export function upTo<Order extends Owed>(orders: readonly Order[], amount: Centimes): Order[] {
  let left = amount;
  const paid: Order[] = [];
  for (const order of orders) {
    const total = fromDinars(order.total);
    if (total > left || paid.length === MOST_ORDERS) break;
    paid.push(order);
    left = centimes(left - total);
  }
  return paid;
}

/** What is chosen with all that are shown, as far as one payment takes them; without them where they are chosen already. */
export function withAll<Order extends Owed>(chosen: readonly Order[], shown: readonly Order[]): Order[] {
  const ids = new Set(chosen.map(({ id }) => id));
  const missing = shown.filter(({ id }) => !ids.has(id));
  const room = MOST_ORDERS - chosen.length;
  if (missing.length > 0 && room > 0) return [...chosen, ...missing.slice(0, room)];
  const shownIds = new Set(shown.map(({ id }) => id));
  return chosen.filter(({ id }) => !shownIds.has(id));
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
