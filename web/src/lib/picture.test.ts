import { expect, it } from 'vitest';
import { fitted } from './picture.ts';

it.each([
  [2000, 1000, 320, 160],
  [1000, 2000, 160, 320],
  [100, 50, 100, 50],
  [5000, 1, 320, 1],
])('%i by %i becomes %i by %i', (width, height, ...small) => {
  expect(Object.values(fitted({ width, height }, 320))).toEqual(small);
});
