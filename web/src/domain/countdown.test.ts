import { expect, it } from 'vitest';
import { endTime, timeLeft } from './countdown.ts';

it('reads an end time one hour ahead of UTC', () => {
  expect(endTime('2026-11-30 CET 23:59:59')).toBe(Date.UTC(2026, 10, 30, 22, 59, 59));
  expect(endTime('30/11/2026')).toBeUndefined();
});

it('splits what remains', () => {
  expect(timeLeft(90_061_000, 0)).toEqual({ days: 1, hours: 1, minutes: 1, seconds: 1 });
  expect(timeLeft(0, 0)).toBeUndefined();
});
