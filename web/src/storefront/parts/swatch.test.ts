import { expect, it } from 'vitest';
import { swatch } from './swatch.ts';

it('is the picture, else the colour, else nothing', () => {
  const picture = '/media/shop/a-160.jpg';
  expect(swatch({ color: '#aa0044', picture })).toBe('center / cover url("/media/shop/a-160.jpg")');
  expect(swatch({ color: '#aa0044', picture: null })).toBe('#aa0044');
  expect(swatch({ color: null })).toBeUndefined();
  expect(swatch({ color: '', picture: '' })).toBeUndefined();
});
