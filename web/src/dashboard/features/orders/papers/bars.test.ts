import { expect, it } from 'vitest';
import { barsOf } from './bars.ts';

/** What the lines of the path say, as long as they are wide. */
function modules(text: string): string {
  const bars = barsOf(text);
  const drawn = new Array<string>(bars?.width ?? 0).fill('0');
  for (const [, at, length] of (bars?.path ?? '').matchAll(/M(\d+) 0h(\d+)v1h-\d+z/g)) {
    drawn.fill('1', Number(at), Number(at) + Number(length));
  }
  return drawn.join('');
}

it('draws Code 128 between two quiet zones', () => {
  const quiet = '0'.repeat(10);
  // Start B, A, its check (34), stop: the table of ISO/IEC 15417.
  const bars = `11010010000${'10100011000'}${'10001011000'}${'1100011101011'}`;
  expect(modules('A')).toBe(`${quiet}${bars}${quiet}`);
});

it('writes pairs of digits in one sign each', () => {
  expect(barsOf('1234567890')?.width).toBe(20 + 11 * 7 + 13);
});

it.each(['', 'رقم'])('has none for what Code 128 can’t say: %s', (text) => {
  expect(barsOf(text)).toBeNull();
});
