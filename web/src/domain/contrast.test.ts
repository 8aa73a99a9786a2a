import { expect, it } from 'vitest';
import { contrast, isColor, READABLE } from './contrast.ts';

it('is what the guidelines say', () => {
  expect(contrast('#000000', '#FFFFFF')).toBeCloseTo(21, 3);
  expect(contrast('#777777', '#ffffff')).toBeCloseTo(4.478, 3);
  expect(contrast('#ffffff', '#767676')).toBeGreaterThan(READABLE);
});

it.each(['', '#fff', 'red', '#12345g', '#1234567'])('takes no %j for a colour', (text) => {
  expect(isColor(text)).toBe(false);
});
