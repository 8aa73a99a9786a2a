import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { inTurn } from './in-turn.ts';

type Work = () => Promise<void>;

/** What all tabs of a browser share. */
function offerLocks() {
  let last = Promise.resolve();
  const request = (_name: string, { signal }: { signal: AbortSignal }, work: Work) =>
    new Promise<void>((resolve, reject) => {
      const abort = () => reject(new DOMException('aborted', 'AbortError'));
      signal.addEventListener('abort', abort);
      last = last.then(() => {
        if (signal.aborted) return;
        signal.removeEventListener('abort', abort);
        return work().then(resolve, reject);
      });
    });
  offer({ request });
}

function offer(locks: object) {
  Object.defineProperty(navigator, 'locks', { value: locks, configurable: true });
}

beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  vi.useRealTimers();
  Reflect.deleteProperty(navigator, 'locks');
});

it('waits until the one before is done, and says what came of each', async () => {
  offerLocks();
  let finish = (_: string) => {};
  const first = inTurn('n', 1_000, () => new Promise<string>((resolve) => (finish = resolve)));
  const work = vi.fn(() => Promise.reject(new Error('refused')));
  const second = inTurn('n', 1_000, work);
  await vi.advanceTimersByTimeAsync(500);
  expect(work).not.toHaveBeenCalled();
  finish('done');
  await expect(first).resolves.toBe('done');
  await expect(second).rejects.toThrow('refused');
  expect(work).toHaveBeenCalledOnce();
});

it('waits no longer than it has patience', async () => {
  offerLocks();
  void inTurn('n', 1_000, () => new Promise(() => {}));
  const second = inTurn('n', 1_000, () => 'done');
  await vi.advanceTimersByTimeAsync(1_000);
  await expect(second).resolves.toBe('done');
});

it.each([
  ['has no locks', undefined],
  ['refuses them', { request: () => Promise.reject(new DOMException('denied', 'SecurityError')) }],
])('goes at once where the browser %s', async (_, locks) => {
  if (locks) offer(locks);
  await expect(inTurn('n', 1_000, () => 'done')).resolves.toBe('done');
});
