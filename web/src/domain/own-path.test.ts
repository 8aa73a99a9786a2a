import { describe, expect, it } from 'vitest';
import { ownPath } from './own-path.ts';

const ORIGIN = 'https://shop.dz';

describe('ownPath', () => {
  it('follows to our own pages', () => {
    expect(ownPath('/checkout/thanks?a=1#b', ORIGIN)).toBe('/checkout/thanks?a=1#b');
    expect(ownPath('https://shop.dz/ar', ORIGIN)).toBe('/ar');
  });

  it.each([
    '//evil.example',
    '/\\evil.example',
    'https://evil.example/',
    'https://shop.dz.evil.example/',
    'https://shop.dz@evil.example/',
    'https://shop.dz//evil.example',
    'http://shop.dz/',
    'javascript:alert(1)',
    'data:text/html,x',
    'http://',
    '',
    null,
    undefined,
  ])('goes nowhere else: %s', (address) => {
    expect(ownPath(address, ORIGIN)).toBeUndefined();
  });
});
