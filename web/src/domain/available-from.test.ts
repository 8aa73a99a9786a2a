import { expect, it } from 'vitest';
import { awaited } from './available-from.ts';

it('is awaited until its day begins', () => {
  expect(awaited('2026-12-12', '2026-12-11')).toBe('2026-12-12');
  expect(awaited('2026-12-12', '2026-12-12')).toBeUndefined();
  expect(awaited('2026-12-12', '2027-01-01')).toBeUndefined();
});

it('is never where no day is said', () => {
  expect([undefined, null, ''].map((said) => awaited(said, '1970-01-01'))).toEqual([
    undefined,
    undefined,
    undefined,
  ]);
});
