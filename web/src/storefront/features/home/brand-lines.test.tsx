import { act, fireEvent, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { HomeBlock } from '@/api/types.ts';
import { renderScreen } from '@/testing/render-screen.tsx';
import { BrandLines } from './brand-lines.tsx';

type Lines = Extract<HomeBlock, { type: 'brand_lines_carousel' }>;

const line = (name: string) => ({
  uuid: name,
  name,
  slug: name,
  brandName: 'Nour',
  picture: null,
  products: 2,
});
const block: Lines = {
  type: 'brand_lines_carousel',
  publicTitle: 'Gammes',
  lines: [line('sahara'), line('casbah'), line('atlas')],
};

const moves: number[] = [];
const places = [0, 100, 200];

beforeEach(() => {
  vi.useFakeTimers();
  moves.length = 0;
  // Three tiles of 100 px where 150 px are seen.
  vi.spyOn(HTMLElement.prototype, 'scrollWidth', 'get').mockReturnValue(300);
  vi.spyOn(HTMLElement.prototype, 'clientWidth', 'get').mockReturnValue(150);
  vi.spyOn(HTMLElement.prototype, 'getBoundingClientRect').mockImplementation(function (this: HTMLElement) {
    const at = [...(this.parentElement?.children ?? [])].indexOf(this);
    const left = this.classList.contains('rail') ? 0 : (places[at] ?? 0);
    return { left, right: -left } as DOMRect;
  });
  HTMLElement.prototype.scrollBy = ((to: ScrollToOptions) => moves.push(to.left ?? 0)) as never;
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

const pass = (ms: number) => act(() => vi.advanceTimersByTime(ms));

it('goes on by one every 2.5 s, but not while somebody points at it or paused it', () => {
  renderScreen(<BrandLines block={block} />);
  expect(screen.getByRole('link', { name: /sahara/ })).toHaveAttribute('href', '/catalog/brandlines/sahara');
  pass(2_500);
  pass(2_500);
  expect(moves).toEqual([100, 200]);
  const region = screen.getByRole('region', { name: 'Gammes' });
  fireEvent.mouseEnter(region);
  pass(10_000);
  expect(moves).toHaveLength(2);
  fireEvent.mouseLeave(region);
  fireEvent.click(screen.getByRole('button'));
  pass(10_000);
  expect(moves).toHaveLength(2);
});

it('goes on from the right in Arabic', () => {
  renderScreen(
    <div dir="rtl" style={{ direction: 'rtl' }}>
      <BrandLines block={block} />
    </div>,
  );
  pass(2_500);
  expect(moves).toEqual([-100]);
});

it('stands still, without a pause, where all of it is seen', () => {
  vi.spyOn(HTMLElement.prototype, 'scrollWidth', 'get').mockReturnValue(150);
  renderScreen(<BrandLines block={block} />);
  pass(10_000);
  expect(moves).toEqual([]);
  expect(screen.queryByRole('button')).toBeNull();
});
