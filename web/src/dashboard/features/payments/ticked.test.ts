import { describe, expect, it } from 'vitest';
import { allToggled, matching, tickedOrders, toggled, totalOf } from './ticked.ts';

const orders = [
  { id: 'a', number: 'A-10001', customerFullName: 'Houria Zerrouki', total: 7200 },
  { id: 'b', number: 'A-10002', customerFullName: 'سارة بن علي', total: 3400.5 },
];

describe('ticked orders', () => {
  it('adds up without losing a centime', () => {
    expect(totalOf(orders)).toBe(1_060_050);
  });
  it('forgets orders that left the list', () => {
    const ticked = toggled(toggled(new Set(), 'a'), 'gone');
    expect(tickedOrders(orders, ticked).map(({ id }) => id)).toEqual(['a']);
  });
  it('ticks all that are shown, then none of them', () => {
    const all = allToggled(new Set(['hidden']), orders);
    expect([...all]).toEqual(['hidden', 'a', 'b']);
    expect([...allToggled(all, orders)]).toEqual(['hidden']);
  });
  it('finds by number or name', () => {
    expect(matching(orders, 'zerr').map(({ id }) => id)).toEqual(['a']);
    expect(matching(orders, '10002').map(({ id }) => id)).toEqual(['b']);
    expect(matching(orders, '')).toHaveLength(2);
  });
});
