import { afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { fetchSheetsAgain } from './sheets-again.ts';

const HREF = `${window.location.origin}/assets/orders-1.css`;
const links = () =>
  [...document.querySelectorAll<HTMLLinkElement>('link')].filter(({ href }) => href === HREF);

/** As what imports a screen says it, with the dead link left behind; whether the screen is refused. */
function miss(message = `Unable to preload CSS for ${HREF}`): boolean {
  const link = document.createElement('link');
  link.rel = 'stylesheet';
  link.href = HREF;
  document.head.append(link);
  const event = Object.assign(new Event('vite:preloadError', { cancelable: true }), {
    payload: new Error(message),
  });
  return window.dispatchEvent(event);
}

beforeAll(fetchSheetsAgain);
beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  vi.useRealTimers();
  document.head.replaceChildren();
});

it('puts a fresh link in the place of a dead one until the sheet is there, at ever longer waits', () => {
  expect(miss()).toBe(false);
  const [dead] = links();
  vi.advanceTimersByTime(999);
  expect(links()).toEqual([dead]);
  vi.advanceTimersByTime(1);
  for (const wait of [2_000, 4_000, 8_000, 16_000, 30_000, 30_000]) {
    const [tried, ...others] = links();
    expect(others).toEqual([]);
    tried?.dispatchEvent(new Event('error'));
    vi.advanceTimersByTime(wait - 1);
    expect(links()).toEqual([tried]);
    vi.advanceTimersByTime(1);
    expect(links()).not.toContain(tried);
  }
  const [came] = links();
  came?.dispatchEvent(new Event('load'));
  vi.advanceTimersByTime(60_000);
  expect(links()).toEqual([came]);
});

it('asks once for a sheet that several screens miss, and again when it is missed later', () => {
  miss();
  miss();
  vi.advanceTimersByTime(1_000);
  expect(links()).toHaveLength(1);
  vi.advanceTimersByTime(1_000);
  expect(links()).toHaveLength(1);
  links()[0]?.dispatchEvent(new Event('load'));
  miss();
  vi.advanceTimersByTime(1_000);
  expect(links()).toHaveLength(1);
  links()[0]?.dispatchEvent(new Event('load'));
});

it('leaves alone a part of the app that is gone', () => {
  expect(miss('Failed to fetch dynamically imported module: /assets/orders-1.js')).toBe(true);
  vi.advanceTimersByTime(60_000);
  expect(links()).toHaveLength(1);
});
