import { expect, it } from 'vitest';
import { COOLDOWN_SECONDS, cooldownLeft, purchaseBefore } from './cooldown.ts';

const NOW = 1_700_000_000_000;

it('counts down from the last purchase', () => {
  expect(cooldownLeft(null, NOW)).toBe(0);
  expect(cooldownLeft(NOW, NOW)).toBe(COOLDOWN_SECONDS);
  expect(cooldownLeft(NOW - 40_500, NOW)).toBe(60);
  expect(cooldownLeft(NOW - 100_000, NOW)).toBe(0);
});

it('holds nobody for a clock that was set back', () => {
  expect(cooldownLeft(NOW + 60_000, NOW)).toBe(0);
});

it('waits as long as it was told to, and no longer than one pause at a time', () => {
  expect(cooldownLeft(purchaseBefore(NOW, 30), NOW)).toBe(30);
  expect(cooldownLeft(purchaseBefore(NOW, 300, 600), NOW, 600)).toBe(300);
  expect(cooldownLeft(purchaseBefore(NOW, 300, 20), NOW, 20)).toBe(20);
  expect(cooldownLeft(purchaseBefore(NOW, 300), NOW)).toBe(COOLDOWN_SECONDS);
});
