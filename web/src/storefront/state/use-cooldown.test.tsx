import { QueryClientProvider } from '@tanstack/react-query';
import { act, renderHook } from '@testing-library/react';
import type { PropsWithChildren } from 'react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { makeQueryClient } from '@/api/query.ts';
import type { Settings } from '@/api/types.ts';
import { settingsQuery } from '../api.ts';
import { lastPurchaseStore } from './purchase-store.ts';
import { useCooldown } from './use-cooldown.ts';

const queries = makeQueryClient();
const wrapper = ({ children }: PropsWithChildren) => (
  <QueryClientProvider client={queries}>{children}</QueryClientProvider>
);
const settings = (chosen: Partial<Settings>) =>
  queries.setQueryData(settingsQuery().queryKey, chosen as Settings);

beforeEach(() => {
  vi.useFakeTimers();
  settings({});
});
afterEach(() => vi.useRealTimers());

it('ends when its time is over, also when something else renders in its last second', () => {
  lastPurchaseStore.set({ at: Date.now() - 97_500 });
  const { result, rerender } = renderHook(() => useCooldown(), { wrapper });
  expect(result.current).toBe(3);
  act(() => vi.advanceTimersByTime(2_000));
  expect(result.current).toBe(1);
  // Half a second later nothing is left, and the clock has not ticked yet.
  vi.setSystemTime(Date.now() + 600);
  rerender();
  expect(result.current).toBe(0);
});

it('lasts as long as the merchant chose', () => {
  settings({ cooldownSeconds: 600 });
  lastPurchaseStore.set({ at: Date.now() - 100_000 });
  const { result } = renderHook(() => useCooldown(), { wrapper });
  expect(result.current).toBe(500);
});

it('lasts as long as the order said, in a tab that knows another pause and after a reload', () => {
  settings({ cooldownSeconds: 60 });
  lastPurchaseStore.set({ at: Date.now() - 100_000, pause: 900 });
  const { result } = renderHook(() => useCooldown(), { wrapper });
  expect(result.current).toBe(800);
  // What another tab or the page before wrote is read as it was written.
  localStorage.setItem('lastPurchase', JSON.stringify({ at: Date.now(), pause: 300 }));
  act(() => lastPurchaseStore.reload());
  expect(result.current).toBe(300);
  localStorage.setItem('lastPurchase', JSON.stringify(Date.now() - 20_000));
  act(() => lastPurchaseStore.reload());
  expect(result.current).toBe(40);
  localStorage.setItem('lastPurchase', JSON.stringify({ pause: 300 }));
  act(() => lastPurchaseStore.reload());
  expect(result.current).toBe(0);
});
