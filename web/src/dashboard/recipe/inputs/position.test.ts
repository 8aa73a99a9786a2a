import { expect, it } from 'vitest';
import { parsePosition } from './position.ts';

it.each([
  ['0', 0],
  [' 12 ', 12],
  ['٣', 3],
  ['1000000', 1_000_000],
  ['1000001', null],
  ['-1', null],
  ['', null],
])('reads the place %j as %j', (text, place) => {
  expect(parsePosition(text)).toBe(place);
});
