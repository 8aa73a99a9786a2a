import { act, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Suspense } from 'react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { lazyPart } from '@/lib/lazy-part.ts';
import { reloadIfStale } from '@/lib/stale-chunk.ts';
import { PartBoundary } from './part-boundary.tsx';

beforeEach(() => {
  vi.spyOn(console, 'error').mockImplementation(() => {});
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

/** A page with a part that fails until the line is there. */
async function page() {
  const line = { isThere: false };
  const Part = lazyPart(async () => {
    if (!line.isThere) throw new TypeError('Failed to fetch dynamically imported module');
    return () => <p>part</p>;
  });
  const shown = (
    <>
      <p>page</p>
      <PartBoundary
        instead={(retry) => (
          <button type="button" onClick={retry}>
            again
          </button>
        )}
      >
        <Suspense>
          <Part />
        </Suspense>
      </PartBoundary>
    </>
  );
  await act(async () => {
    render(shown);
  });
  return line;
}

it('keeps the page when a part does not load, and loads it on the next try', async () => {
  vi.spyOn(globalThis, 'fetch').mockRejectedValue(new TypeError('offline'));
  const line = await page();
  const button = await screen.findByRole('button', { name: 'again' });
  expect(screen.getByText('page')).toBeVisible();
  await userEvent.click(button);
  expect(screen.getByRole('button', { name: 'again' })).toBeVisible();
  line.isThere = true;
  await userEvent.click(screen.getByRole('button', { name: 'again' }));
  expect(await screen.findByText('part')).toBeVisible();
});

it('loads the part by itself when the network is back', async () => {
  vi.spyOn(globalThis, 'fetch').mockRejectedValue(new TypeError('offline'));
  const line = await page();
  await screen.findByRole('button', { name: 'again' });
  line.isThere = true;
  await act(async () => window.dispatchEvent(new Event('online')));
  expect(await screen.findByText('part')).toBeVisible();
});

it('reloads only a page that would load again, and never in a loop', async () => {
  const reload = vi.fn();
  const network = vi.spyOn(globalThis, 'fetch').mockRejectedValue(new TypeError('offline'));
  await reloadIfStale(reload);
  expect(reload).not.toHaveBeenCalled();
  network.mockImplementation(async () => new Response());
  await reloadIfStale(reload);
  await reloadIfStale(reload);
  expect(reload).toHaveBeenCalledOnce();
});

it('does not reload where the browser forbids to keep when it last did', async () => {
  vi.spyOn(window, 'sessionStorage', 'get').mockImplementation(() => {
    throw new DOMException('forbidden', 'SecurityError');
  });
  vi.spyOn(globalThis, 'fetch').mockResolvedValue(new Response());
  const reload = vi.fn();
  await reloadIfStale(reload);
  expect(reload).not.toHaveBeenCalled();
});
