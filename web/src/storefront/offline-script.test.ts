import { readFileSync } from 'node:fs';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';

const SCRIPT = readFileSync('public/offline.js', 'utf8');
const reload = vi.fn();
const listeners = new Map<string, () => void>();

/** Its answers come from `fetch`. */
function run(fetch: (url: string, how: RequestInit) => Promise<{ status: number }>) {
  document.body.innerHTML = '<div id="kept" hidden><ul></ul></div>';
  const scope = {
    fetch,
    location: { href: '/', reload },
    addEventListener: (name: string, listener: () => void) => listeners.set(name, listener),
  };
  new Function(...Object.keys(scope), SCRIPT)(...Object.values(scope));
}

beforeEach(() => {
  reload.mockClear();
  vi.useFakeTimers();
});
afterEach(() => vi.useRealTimers());

it('asks once at a time, gives up on what never answers and shows the page once it is there', async () => {
  const signals: (AbortSignal | null | undefined)[] = [];
  let isDead = true;
  run((_, { signal }) => {
    signals.push(signal);
    if (!isDead) return Promise.resolve({ status: 200 });
    return new Promise((_, fail) => signal?.addEventListener('abort', () => fail(new Error('aborted'))));
  });
  await vi.advanceTimersByTimeAsync(3_000);
  document.dispatchEvent(new Event('visibilitychange'));
  await vi.advanceTimersByTimeAsync(9_000);
  expect(signals).toHaveLength(1);
  isDead = false;
  await vi.advanceTimersByTimeAsync(10_000);
  expect(signals).toHaveLength(2);
  expect(signals[0]?.aborted).toBe(true);
  expect(reload).toHaveBeenCalledOnce();
  await vi.advanceTimersByTimeAsync(60_000);
  expect(signals).toHaveLength(2);
});

it('asks anew at once where a network comes back while it asks', async () => {
  const signals: (AbortSignal | null | undefined)[] = [];
  run((_, { signal }) => {
    signals.push(signal);
    if (signals.length > 1) return Promise.resolve({ status: 200 });
    return new Promise((_, fail) => signal?.addEventListener('abort', () => fail(new Error('aborted'))));
  });
  await vi.advanceTimersByTimeAsync(3_000);
  listeners.get('online')?.();
  await vi.advanceTimersByTimeAsync(0);
  expect(signals.map((signal) => signal?.aborted)).toEqual([true, false]);
  expect(reload).toHaveBeenCalledOnce();
  await vi.advanceTimersByTimeAsync(60_000);
  expect(signals).toHaveLength(2);
});

it('waits while the shop is away', async () => {
  const asked = vi.fn(async () => ({ status: 503 }));
  run(asked);
  await vi.advanceTimersByTimeAsync(10_000);
  expect(asked).toHaveBeenCalledTimes(2);
  expect(reload).not.toHaveBeenCalled();
});
