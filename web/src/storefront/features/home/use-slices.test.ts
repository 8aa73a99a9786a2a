import { renderHook, waitFor } from '@testing-library/react';
import { beforeEach, expect, it, vi } from 'vitest';

beforeEach(() => vi.resetModules());

/** What the first page of a visit renders, after each slice. */
async function slicesOf(count: number, type: string) {
  const entry = { type } as unknown as PerformanceEntry;
  vi.spyOn(performance, 'getEntriesByType').mockReturnValue([entry]);
  const { useSlices } = await import('./use-slices.ts');
  const seen: number[] = [];
  const render = () => renderHook(() => seen.push(useSlices(count)) && count);
  render();
  await waitFor(() => expect(seen.at(-1)).toBe(count));
  return { seen, render };
}

it('makes the first page of a visit in slices, and what follows at once', async () => {
  const { seen, render } = await slicesOf(6, 'navigate');
  expect([...new Set(seen)]).toEqual([3, 4, 5, 6]);
  seen.length = 0;
  render();
  expect(seen).toEqual([6]);
});

it.each(['reload', 'back_forward'])('makes a page at once that returns to its place: %s', async (type) => {
  const { seen } = await slicesOf(6, type);
  expect(seen).toEqual([6]);
});

it('makes a page at once in which somebody has scrolled down already', async () => {
  vi.spyOn(window, 'scrollY', 'get').mockReturnValue(900);
  const { seen } = await slicesOf(6, 'navigate');
  expect(seen).toEqual([6]);
});

it('makes a short page at once', async () => {
  const { seen } = await slicesOf(2, 'navigate');
  expect(seen).toEqual([2]);
});
