/** The orders ticked for a payment: only those still in the list count, the shop computes the total again. */
import { type Centimes, fromDinars, sum } from '@/domain/money.ts';

interface Owed {
  id: string;
  number: string;
  customerFullName: string;
  total: number;
}

export function toggled(ticked: ReadonlySet<string>, id: string): ReadonlySet<string> {
  const next = new Set(ticked);
  if (!next.delete(id)) next.add(id);
  return next;
}

/** All of the shown ticked, or none of them when all were; the rest stays as it is. */
export function allToggled(ticked: ReadonlySet<string>, shown: readonly Owed[]): ReadonlySet<string> {
  const next = new Set(ticked);
  const isAll = shown.every(({ id }) => ticked.has(id));
  for (const { id } of shown) {
    if (isAll) next.delete(id);
    else next.add(id);
  }
  return next;
}

export function tickedOrders<Order extends Owed>(
  orders: readonly Order[],
  ticked: ReadonlySet<string>,
): Order[] {
  return orders.filter(({ id }) => ticked.has(id));
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
