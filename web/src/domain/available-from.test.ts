import { expect, it } from 'vitest';
import { awaited } from './available-from.ts';

const at = (iso: string) => Date.parse(iso);

it('is awaited until its day begins in Algiers', () => {
  expect(awaited('2026-12-12', at('2026-12-11T22:59:59Z'))).toBe('2026-12-12');
  expect(awaited('2026-12-12', at('2026-12-11T23:00:00Z'))).toBeUndefined();
  expect(awaited('2026-12-12', at('2027-01-01T00:00:00Z'))).toBeUndefined();
});

it('is never where no day is said', () => {
  expect([undefined, null, ''].map((said) => awaited(said, 0))).toEqual([undefined, undefined, undefined]);
});
