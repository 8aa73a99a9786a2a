import { describe, expect, it } from 'vitest';
import { centimes } from '@/domain/money.ts';
import { explaining, MOST_ORDERS, matching, totalOf, upTo, withAll } from './owed.ts';

type Order = Parameters<typeof totalOf>[0][number];

const [houria, sara, amar] = [
  { id: 'a', number: 'A-10001', customerFullName: 'Houria Zerrouki', total: 7200 },
  { id: 'b', number: 'A-10002', customerFullName: 'سارة بن علي', total: 3400.5 },
  { id: 'c', number: 'A-10003', customerFullName: 'Amar Tlemçani', total: 500 },
] as const;
const orders = [houria, sara, amar];

describe('owed orders', () => {
  it('add up without losing a centime', () => {
    expect(totalOf(orders)).toBe(1_110_050);
  });
  it('are found by number or name', () => {
    expect(matching(orders, 'zerr')).toEqual([houria]);
    expect(matching(orders, '10002')).toEqual([sara]);
    expect(matching(orders, '')).toHaveLength(3);
  });
  it('are paid oldest first, none in part', () => {
    expect(upTo(orders, centimes(1_060_050))).toEqual([houria, sara]);
    expect(upTo(orders, centimes(1_060_049))).toEqual([houria]);
    expect(upTo(orders, centimes(0))).toEqual([]);
  });
  it('are chosen all at once as far as one payment takes them, and no more once they are', () => {
    const many = Array.from({ length: MOST_ORDERS + 2 }, (_, at) => ({ ...amar, id: String(at), total: 1 }));
    expect(withAll<Order>([houria], many)).toEqual([houria, ...many.slice(0, MOST_ORDERS - 1)]);
    expect(withAll(many.slice(0, MOST_ORDERS), many)).toEqual([]);
    expect(withAll<Order>([houria, sara], [sara])).toEqual([houria]);
    expect(upTo(many, centimes(1_000_000))).toEqual(many.slice(0, MOST_ORDERS));
  });
  it('explain a difference by the one too many or the one forgotten', () => {
    expect(explaining(orders, [houria, sara], centimes(-340_050))).toBe(sara);
    expect(explaining(orders, [houria, sara], centimes(50_000))).toBe(amar);
    expect(explaining(orders, [houria], centimes(1))).toBeUndefined();
  });
});
