import { act, renderHook } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { lastPurchaseStore } from './purchase-store.ts';
import { useCooldown } from './use-cooldown.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => vi.useRealTimers());

it('ends when its time is over, also when something else renders in its last second', () => {
  lastPurchaseStore.set(Date.now() - 97_500);
  const { result, rerender } = renderHook(() => useCooldown());
  expect(result.current).toBe(3);
  act(() => vi.advanceTimersByTime(2_000));
  expect(result.current).toBe(1);
  // Half a second later nothing is left, and the clock has not ticked yet.
  vi.setSystemTime(Date.now() + 600);
  rerender();
  expect(result.current).toBe(0);
});
