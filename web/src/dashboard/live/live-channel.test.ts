import { QueryClient, QueryObserver } from '@tanstack/react-query';
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
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

/** Screens that show orders, by how long the shop takes to answer them; how often each was asked for. */
function shown(answersAfter: Record<string, number>) {
  const queries = new QueryClient();
  const asked: Record<string, number> = {};
  for (const [name, ms] of Object.entries(answersAfter)) {
    const queryFn = async () => {
      asked[name] = (asked[name] ?? 0) + 1;
      await new Promise((resolve) => setTimeout(resolve, ms));
      return asked[name];
    };
    const query = { queryKey: ['get', name], meta: { live: ['order' as const] }, queryFn };
    onTestFinished(new QueryObserver(queries, query).subscribe(() => undefined));
  }
  return { refresh: refreshOn(queries), asked };
}

describe('refreshing', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());
  it('asks once for many changes', async () => {
    const { refresh, asked } = shown({ orders: 0 });
    refresh(order);
    refresh({ ...order, id: 'o2' });
    await vi.advanceTimersByTimeAsync(1_000);
    expect(asked.orders).toBe(2);
  });
  it('keeps nothing waiting for what answers slowly', async () => {
    const { refresh, asked } = shown({ orders: 100, summary: 15_000 });
    for (let change = 0; change < 10; change += 1) {
      refresh(order);
      await vi.advanceTimersByTimeAsync(1_000);
    }
    expect(asked).toEqual({ orders: 11, summary: 1 });
    await vi.advanceTimersByTimeAsync(30_000);
    expect(asked).toEqual({ orders: 11, summary: 2 });
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
