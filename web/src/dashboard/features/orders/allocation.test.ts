import { describe, expect, it } from 'vitest';
import {
  allFrom,
  fromHeld,
  isComplete,
  mergedNeeds,
  type Offer,
  offeringWarehouses,
  quantityAt,
  remaining,
  toParts,
  withQuantity,
} from './allocation.ts';

const cream = { productId: 'cream', combinationId: '50ml' };
const soap = { productId: 'soap', combinationId: null };
const offers: Offer[] = [
  { ...cream, warehouseId: 'alger', warehouseName: 'Alger', available: 5, isForeign: false },
  { ...cream, warehouseId: 'oran', warehouseName: 'Oran', available: 1, isForeign: false },
  { ...soap, warehouseId: 'alger', warehouseName: 'Alger', available: 2, isForeign: false },
  { ...soap, warehouseId: 'oran', warehouseName: 'Oran', available: 0, isForeign: false },
];
const warehouses = offeringWarehouses(offers);
const needs = mergedNeeds([
  { ...cream, quantity: 1 },
  { ...cream, quantity: 1 },
  { ...soap, quantity: 2 },
]);

describe('allocation', () => {
  it('adds up what two lines need of the same thing', () => {
    expect(needs.map((need) => need.quantity)).toEqual([2, 2]);
  });
  it('is complete when every need is met exactly', () => {
    const held = fromHeld([
      { ...cream, warehouseId: 'alger', quantity: 2 },
      { ...soap, warehouseId: 'alger', quantity: 2 },
    ]);
    expect(isComplete(held, needs, offers, warehouses)).toBe(true);
    const short = withQuantity(held, cream, 'alger', 1);
    expect(remaining(short, needs[0] ?? { ...cream, quantity: 0 }, warehouses)).toBe(1);
    expect(isComplete(short, needs, offers, warehouses)).toBe(false);
    expect(isComplete(withQuantity(short, cream, 'oran', 1), needs, offers, warehouses)).toBe(true);
    expect(isComplete(withQuantity(held, cream, 'oran', 1), needs, offers, warehouses)).toBe(false);
  });
  it('refuses more than a warehouse has', () => {
    const greedy = fromHeld([
      { ...cream, warehouseId: 'oran', quantity: 2 },
      { ...soap, warehouseId: 'alger', quantity: 2 },
    ]);
    expect(isComplete(greedy, needs, offers, warehouses)).toBe(false);
  });
  it('takes all from one warehouse only if it has all', () => {
    const [alger, oran] = warehouses;
    if (!alger || !oran) throw new Error('two warehouses');
    const all = allFrom(alger, needs, offers);
    expect(all && quantityAt(all, soap, 'alger')).toBe(2);
    expect(allFrom(oran, needs, offers)).toBeNull();
    expect(all && toParts(all, needs, warehouses)).toEqual([
      { ...cream, warehouseId: 'alger', quantity: 2 },
      { ...soap, warehouseId: 'alger', quantity: 2 },
    ]);
  });
});
