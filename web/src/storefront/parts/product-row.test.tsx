import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { makeQueryClient } from '@/api/query.ts';
import type { ProductCard as Card, Settings } from '@/api/types.ts';
import * as m from '@/i18n/paraglide.gen/messages.js';
import { renderScreen } from '@/testing/render-screen.tsx';
import { watchSeeing } from '@/testing/seeing.ts';
import { ProductRow } from './product-row.tsx';

const card = (id: string) =>
  ({
    id,
    slug: id,
    name: id,
    priceHt: 100,
    available: true,
    combinationsCount: 0,
    tagsRead: [],
    gridDisplayImagesForWeb: {},
    brandRead: null,
    mainCategoryRead: { uuid: 'c', name: 'Parfums', slug: 'parfums' },
  }) as unknown as Card;

const moved = vi.fn();
let see: (isIntersecting: boolean) => void = () => undefined;

beforeEach(() => {
  vi.useFakeTimers();
  moved.mockClear();
  see = watchSeeing();
  // A row of two screens' width, at its start.
  vi.spyOn(HTMLElement.prototype, 'scrollWidth', 'get').mockReturnValue(600);
  vi.spyOn(HTMLElement.prototype, 'clientWidth', 'get').mockReturnValue(300);
  HTMLElement.prototype.scrollBy = moved;
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

const pass = (ms: number) => act(() => vi.advanceTimersByTime(ms));

function show(takesTurns: boolean) {
  const queries = makeQueryClient();
  queries.setQueryData(['settings'], { activeAddToCart: false } as Settings);
  renderScreen(
    <ProductRow title="Nouveautés" products={['a', 'b', 'c'].map(card)} takesTurns={takesTurns} />,
    {
      queries,
    },
  );
}

it('moves on every 3.1 s while it is seen, and stays once it is touched', () => {
  show(true);
  pass(10_000);
  expect(moved).not.toHaveBeenCalled();
  see(true);
  pass(3_100);
  expect(moved).toHaveBeenCalledTimes(1);
  fireEvent.touchStart(screen.getByRole('link', { name: 'a' }));
  pass(10_000);
  expect(moved).toHaveBeenCalledTimes(1);
  fireEvent.click(screen.getByRole('button', { name: m.sf_promo_pause() }));
  pass(3_100);
  expect(moved).toHaveBeenCalledTimes(2);
  see(false);
  pass(10_000);
  expect(moved).toHaveBeenCalledTimes(2);
});

it('stands still where it is no block of the home page', () => {
  show(false);
  pass(10_000);
  expect(moved).not.toHaveBeenCalled();
  expect(screen.queryByRole('button', { name: m.sf_promo_pause() })).toBeNull();
});

it('leaves the cards that the gateway wrote until each is made', async () => {
  vi.useRealTimers();
  const written = document.createElement('div');
  written.innerHTML = '<article class="card">a, written</article><article class="card">b, written</article>';
  renderScreen(<ProductRow title="Nouveautés" products={['a', 'b'].map(card)} written={written} />);
  const shown = () =>
    screen.getAllByRole('article').map(({ textContent }) => textContent?.includes('written'));
  const seen = [shown()];
  const observer = new MutationObserver(() => seen.push(shown()));
  observer.observe(document.body, { childList: true, subtree: true });
  await waitFor(() => expect(shown()).toEqual([false, false]));
  observer.disconnect();
  expect(seen).toEqual([
    [true, true],
    [false, true],
    [false, false],
  ]);
});
