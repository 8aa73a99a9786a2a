/**
 * Which warehouse gives how many of each thing that an order needs. Pure: the table is read from the reservation,
 * edited cell by cell and judged as a whole (spec 5: each quantity 0 to its maximum, sum not above what is needed).
 */

export interface ItemKey {
  productId: string;
  combinationId?: string | null;
}

export interface Need extends ItemKey {
  quantity: number;
}

export interface Held extends ItemKey {
  warehouseId: string;
  quantity: number;
}

export interface Offer extends ItemKey {
  warehouseId: string;
  warehouseName: string;
  /** What is free there plus what the order already holds there; of a foreign warehouse only the latter. */
  available: number;
  /** It is none of the warehouses of whoever asks: what is held there stays. */
  isForeign: boolean;
}

export interface Warehouse {
  id: string;
  name: string;
  isForeign: boolean;
}

/** Quantity per item and warehouse. */
export type Allocation = Readonly<Record<string, number>>;

function itemKey(item: ItemKey): string {
  return `${item.productId}/${item.combinationId ?? ''}`;
}

function cellKey(item: ItemKey, warehouseId: string): string {
  return `${itemKey(item)}@${warehouseId}`;
}

/** What each thing needs in all, the same thing on two lines counted once. */
export function mergedNeeds(needs: readonly Need[]): Need[] {
  const merged = new Map<string, Need>();
  for (const need of needs) {
    const known = merged.get(itemKey(need));
    merged.set(itemKey(need), { ...need, quantity: need.quantity + (known?.quantity ?? 0) });
  }
  return [...merged.values()];
}

/** The warehouses that could give something, in the order of the offers. */
export function offeringWarehouses(offers: readonly Offer[]): Warehouse[] {
  const warehouses = offers.map(({ warehouseId: id, warehouseName: name, isForeign }) => ({
    id,
    name,
    isForeign,
  }));
  return [...new Map(warehouses.map((warehouse) => [warehouse.id, warehouse])).values()];
}

export function fromHeld(held: readonly Held[]): Allocation {
  const cells: Record<string, number> = {};
  for (const part of held) {
    const key = cellKey(part, part.warehouseId);
    cells[key] = (cells[key] ?? 0) + part.quantity;
  }
  return cells;
}

export function quantityAt(allocation: Allocation, item: ItemKey, warehouseId: string): number {
  return allocation[cellKey(item, warehouseId)] ?? 0;
}

export function availableAt(offers: readonly Offer[], item: ItemKey, warehouseId: string): number {
  const key = itemKey(item);
  return offers.find((offer) => offer.warehouseId === warehouseId && itemKey(offer) === key)?.available ?? 0;
}

export function withQuantity(
  allocation: Allocation,
  item: ItemKey,
  warehouseId: string,
  quantity: number,
): Allocation {
  return { ...allocation, [cellKey(item, warehouseId)]: quantity };
}

/** How many of a need no warehouse gives yet; negative when too many are given. */
export function remaining(allocation: Allocation, need: Need, warehouses: readonly Warehouse[]): number {
  const given = warehouses.reduce((sum, { id }) => sum + quantityAt(allocation, need, id), 0);
  return need.quantity - given;
}

/** Every need met exactly, from what each warehouse has. */
export function isComplete(
  allocation: Allocation,
  needs: readonly Need[],
  offers: readonly Offer[],
  warehouses: readonly Warehouse[],
): boolean {
  return needs.every(
    (need) =>
      remaining(allocation, need, warehouses) === 0 &&
      warehouses.every(({ id }) => quantityAt(allocation, need, id) <= availableAt(offers, need, id)),
  );
}

/** Everything from one warehouse; `null` when it hasn't enough. */
export function allFrom(
  warehouse: Warehouse,
  needs: readonly Need[],
  offers: readonly Offer[],
): Allocation | null {
  if (needs.some((need) => availableAt(offers, need, warehouse.id) < need.quantity)) return null;
  return fromHeld(needs.map((need) => ({ ...need, warehouseId: warehouse.id })));
}

/** The parts to send: one per item and warehouse that gives something. */
export function toParts(
  allocation: Allocation,
  needs: readonly Need[],
  warehouses: readonly Warehouse[],
): Held[] {
  return needs
    .flatMap((need) =>
      warehouses.map(({ id }) => ({
        productId: need.productId,
        combinationId: need.combinationId ?? null,
        warehouseId: id,
        quantity: quantityAt(allocation, need, id),
      })),
    )
    .filter((part) => part.quantity > 0);
}
