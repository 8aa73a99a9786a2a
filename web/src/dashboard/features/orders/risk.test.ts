import { expect, it } from 'vitest';
import { riskOf } from './risk.ts';

it.each([
  [{ orders: 1, delivered: 0, refused: 0 }, 'unknown'],
  [{ orders: 8, delivered: 6, refused: 1 }, 'low'],
  [{ orders: 4, delivered: 2, refused: 1 }, 'medium'],
  [{ orders: 3, delivered: 1, refused: 2 }, 'high'],
])('judges %o as %s', (history, risk) => {
  expect(riskOf(history)).toBe(risk);
});
