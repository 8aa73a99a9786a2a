import { expect, it } from 'vitest';
import { shopDay, untilNextDay } from './shop-day.ts';

const at = (iso: string) => Date.parse(iso);

it('is of Algiers, an hour ahead of UTC', () => {
  expect(shopDay(at('2026-12-11T22:59:59Z'))).toBe('2026-12-11');
  expect(shopDay(at('2026-12-11T23:00:00Z'))).toBe('2026-12-12');
});

it('ends at midnight there', () => {
  expect(untilNextDay(at('2026-12-11T22:59:59Z'))).toBe(1000);
  expect(untilNextDay(at('2026-12-11T23:00:00Z'))).toBe(86_400_000);
});
