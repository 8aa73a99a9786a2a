import { act, fireEvent, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { HomeBlock } from '@/api/types.ts';
import * as m from '@/i18n/paraglide.gen/messages.js';
import { renderScreen } from '@/testing/render-screen.tsx';
import { watchSeeing } from '@/testing/seeing.ts';
import { Block } from '../features/home/blocks.tsx';
import { BrandLines } from '../features/home/brand-lines.tsx';

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
const PREVIOUS = { name: m.sf_row_previous() };
const NEXT = { name: m.sf_row_next() };
let see: (isIntersecting: boolean) => void = () => undefined;

beforeEach(() => {
  vi.useFakeTimers();
  moves.length = 0;
  // Three tiles of 100 px where 150 px are seen.
  vi.spyOn(HTMLElement.prototype, 'scrollWidth', 'get').mockReturnValue(300);
  vi.spyOn(HTMLElement.prototype, 'clientWidth', 'get').mockReturnValue(150);
  vi.spyOn(HTMLElement.prototype, 'offsetLeft', 'get').mockImplementation(function (this: HTMLElement) {
    const at = [...(this.parentElement?.children ?? [])].indexOf(this);
    return at * (this.closest('[dir="rtl"]') ? -100 : 100);
  });
  see = watchSeeing();
  HTMLElement.prototype.scrollBy = ((to: ScrollToOptions) => moves.push(to.left ?? 0)) as never;
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

const pass = (ms: number) => act(() => vi.advanceTimersByTime(ms));

it('goes on by one every 2.5 s, but not while somebody points at it or paused it', () => {
  renderScreen(<BrandLines block={block} />);
  expect(screen.getByRole('link', { name: /sahara/ })).toHaveAttribute('href', '/catalog/brandlines/sahara');
  pass(10_000);
  expect(moves).toEqual([]);
  see(true);
  pass(2_500);
  pass(2_500);
  expect(moves).toEqual([100, 100]);
  const region = screen.getByRole('region', { name: 'Gammes' });
  fireEvent.mouseEnter(region);
  pass(10_000);
  expect(moves).toHaveLength(2);
  fireEvent.mouseLeave(region);
  fireEvent.click(screen.getByRole('button', { name: m.sf_promo_pause() }));
  pass(10_000);
  expect(moves).toHaveLength(2);
});

it('stays where a finger put it', () => {
  renderScreen(<BrandLines block={block} />);
  see(true);
  fireEvent.touchStart(screen.getByRole('link', { name: /sahara/ }));
  pass(10_000);
  expect(moves).toEqual([]);
});

it('goes on from the right in Arabic', () => {
  renderScreen(
    <div dir="rtl" style={{ direction: 'rtl' }}>
      <BrandLines block={block} />
    </div>,
  );
  see(true);
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

const category = (name: string) => ({ id: name, slug: name, name, image: '', products: 1 });
const brand = (name: string) => ({ uuid: name, slug: name, name, logo: '', products: 1 });
const ROWS = [
  {
    type: 'categories_carousel',
    publicTitle: 'Rayons',
    categories: ['bain', 'maison', 'soins'].map(category),
  },
  { type: 'brands_carousel', publicTitle: 'Marques', brands: ['nour', 'casbah', 'atlas'].map(brand) },
] as const;

it.each(ROWS)('moves $type on in the same way', (row) => {
  renderScreen(<Block block={row as unknown as HomeBlock} first={false} />);
  see(true);
  pass(2_500);
  expect(moves).toEqual([100]);
  fireEvent.focus(screen.getByRole('region', { name: row.publicTitle }));
  pass(10_000);
  expect(moves).toHaveLength(1);
});

it.each(ROWS)('leads through $type by buttons where nothing moves by itself', (row) => {
  vi.stubGlobal('matchMedia', () => ({ matches: true }));
  renderScreen(<Block block={row as unknown as HomeBlock} first={false} />);
  see(true);
  pass(10_000);
  expect(moves).toEqual([]);
  expect(screen.getByRole('button', PREVIOUS)).toBeDisabled();
  fireEvent.click(screen.getByRole('button', NEXT));
  expect(moves).toEqual([120]);
});

it.each(ROWS)('shows nothing of $type without items', (row) => {
  const { container } = renderScreen(
    <Block block={{ ...row, categories: [], brands: [] } as unknown as HomeBlock} first={false} />,
  );
  expect(container.querySelector('section')).toBeNull();
});
