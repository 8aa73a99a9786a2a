import { expect, it } from 'vitest';
import { endOfDay, startOfDay } from './days.ts';

it('takes a day of the shop from its midnight to the next', () => {
  expect(startOfDay('2026-11-21')).toBe('2026-11-20T23:00:00.000Z');
  expect(endOfDay('2026-11-21')).toBe('2026-11-21T23:00:00.000Z');
});
