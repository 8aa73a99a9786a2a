import { expect, it } from 'vitest';
import { cooldownLeft } from './cooldown.ts';
import { endTime, timeLeft } from './countdown.ts';

it('counts a purchase’s pause down to nothing', () => {
  expect(cooldownLeft(null, 0)).toBe(0);
  expect(cooldownLeft({ at: 1_000 }, 1_000)).toBe(100);
  expect(cooldownLeft({ at: 1_000 }, 31_500)).toBe(70);
  expect(cooldownLeft({ at: 1_000 }, 101_000)).toBe(0);
});

it('does not lock a shopper out whose clock was set back', () => {
  expect(cooldownLeft({ at: 10_000_000 }, 1_000)).toBe(0);
});

it('reads an end time one hour ahead of UTC', () => {
  expect(endTime('2026-11-30 CET 23:59:59')).toBe(Date.UTC(2026, 10, 30, 22, 59, 59));
  expect(endTime('30/11/2026')).toBeUndefined();
});

it('splits what remains', () => {
  expect(timeLeft(90_061_000, 0)).toEqual({ days: 1, hours: 1, minutes: 1, seconds: 1 });
  expect(timeLeft(0, 0)).toBeUndefined();
});
