import { describe, expect, it } from 'vitest';
import { pageWindow } from './page-window.ts';

describe('pageWindow', () => {
  it('offers all of a few pages', () => {
    expect(pageWindow(2, 4)).toEqual([1, 2, 3, 4]);
  });
  it('offers the first, the last and the neighbours of many', () => {
    expect(pageWindow(1, 26)).toEqual([1, 2, 3, 4, 5, null, 26]);
    expect(pageWindow(13, 26)).toEqual([1, null, 12, 13, 14, null, 26]);
    expect(pageWindow(26, 26)).toEqual([1, null, 22, 23, 24, 25, 26]);
  });
  it('never offers more than 7, nor a page that is not there', () => {
    for (let pages = 0; pages <= 40; pages++) {
      for (let page = 1; page <= Math.max(pages, 1); page++) {
        const shown = pageWindow(page, pages);
        expect(shown.length).toBeLessThanOrEqual(7);
        const numbers = shown.filter((entry) => entry !== null);
        expect(numbers).toEqual([...new Set(numbers)].sort((a, b) => a - b));
        if (pages > 0) expect(numbers).toContain(page);
        expect(numbers.every((entry) => entry >= 1 && entry <= pages)).toBe(true);
      }
    }
  });
});
