import { QueryClient, QueryObserver } from '@tanstack/react-query';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { isShownBy, parseChange, refreshOn } from './live-channel.ts';

const order = { kind: 'order', id: 'o1', version: 2 };

describe('live changes', () => {
  it('reads a change and nothing else', () => {
    expect(parseChange('{"kind":"order","id":"o1","version":2}')).toEqual(order);
    expect(parseChange('{"id":"o1"}')).toBeNull();
    expect(parseChange('beat')).toBeNull();
  });
  it('knows which screens show it', () => {
    const orders = {
      queryKey: ['get', '/dashboard/api/orders'],
      meta: { live: ['order', 'payment'] as const },
    };
    const roles = { queryKey: ['get', '/dashboard/api/roles'], meta: undefined };
    const session = { queryKey: ['staff-session'], meta: undefined };
    expect([orders, roles, session].map((query) => isShownBy(order, query))).toEqual([true, false, false]);
    const missed = { ...order, kind: 'resync' };
    expect([orders, roles, session].map((query) => isShownBy(missed, query))).toEqual([true, true, false]);
  });
});

describe('refreshing', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());
  it('asks once for many changes', () => {
    const queries = new QueryClient();
    const asked = vi.spyOn(queries, 'invalidateQueries').mockResolvedValue();
    const refresh = refreshOn(queries);
    refresh(order);
    refresh({ ...order, id: 'o2' });
    vi.runAllTimers();
    expect(asked).toHaveBeenCalledTimes(1);
  });
  it('shows a shop where something changes all the time anew, and the last change too', async () => {
    const queries = new QueryClient();
    let state = 0;
    const queryFn = async ({ signal }: { signal: AbortSignal }) => {
      const read = state;
      await new Promise((resolve) => setTimeout(resolve, 300));
      signal.throwIfAborted();
      return read;
    };
    const list = new QueryObserver(queries, {
      queryKey: ['get', '/dashboard/api/orders'],
      meta: { live: ['order'] },
      queryFn,
    });
    const stop = list.subscribe(() => undefined);
    await vi.advanceTimersByTimeAsync(1_000);
    const refresh = refreshOn(queries);
    for (let change = 0; change < 20; change += 1) {
      state += 1;
      refresh(order);
      await vi.advanceTimersByTimeAsync(100);
    }
    expect(list.getCurrentResult().data).toBeGreaterThan(10);
    await vi.advanceTimersByTimeAsync(2_000);
    expect(list.getCurrentResult().data).toBe(20);
    stop();
  });
  it('asks once more where an answer was on its way before the change', async () => {
    const queries = new QueryClient();
    let state = 'before';
    const queryFn = async () => {
      const read = state;
      await new Promise((resolve) => setTimeout(resolve, 300));
      return read;
    };
    const list = new QueryObserver(queries, {
      queryKey: ['get', '/dashboard/api/orders'],
      meta: { live: ['order'] },
      queryFn,
    });
    const stop = list.subscribe(() => undefined);
    state = 'after';
    refreshOn(queries)(order);
    await vi.advanceTimersByTimeAsync(2_000);
    expect(list.getCurrentResult().data).toBe('after');
    stop();
  });
});
