import { expect, it } from 'vitest';
import { parseResponsive, withWidth } from './responsive.ts';

it.each(['', 'x', 'null', '[]', '{"mobile":"","tablet":"two","desktop":null}', '{"mobile":-1,"tablet":1.5}'])(
  'counts what is blank or no number as 0: %s',
  (json) => {
    expect(parseResponsive(json)).toEqual({ mobile: 0, tablet: 0, desktop: 0 });
  },
);

it('reads digits of an Arabic keyboard', () => {
  expect(parseResponsive(withWidth('', 'tablet', '٣')).tablet).toBe(3);
});

it('keeps the other widths when one is typed', () => {
  const json = withWidth('{"mobile":1,"tablet":2,"desktop":4}', 'tablet', ' 3 ');
  expect(JSON.parse(json)).toEqual({ mobile: 1, tablet: 3, desktop: 4 });
  expect(parseResponsive(withWidth(json, 'mobile', '')).mobile).toBe(0);
});
