import { QueryClient } from '@tanstack/react-query';
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
    expect(isShownBy(order, ['get', '/dashboard/api/orders', {}])).toBe(true);
    expect(isShownBy(order, ['get', '/dashboard/api/orders/{id}', {}])).toBe(true);
    expect(isShownBy(order, ['get', '/dashboard/api/products'])).toBe(false);
    expect(isShownBy(order, ['staff-session'])).toBe(false);
    expect(isShownBy({ ...order, kind: 'resync' }, ['get', '/dashboard/api/products'])).toBe(true);
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
});
