import { QueryClient, QueryClientProvider, useQuery } from '@tanstack/react-query';
import { act, renderHook, waitFor } from '@testing-library/react';
import type { ReactNode } from 'react';
import { expect, it, onTestFinished, vi } from 'vitest';
import { makeQueryClient } from '@/api/query.ts';
import { Channel } from '../testing/channel.ts';
import { asksForItself } from './live-channel.ts';
import { useLive } from './use-live.ts';

const KEY = ['get', '/dashboard/api/orders'];

/** Where what is read is kept. */
const beside = (queries: QueryClient) => ({
  wrapper: ({ children }: { children: ReactNode }) => (
    <QueryClientProvider client={queries}>{children}</QueryClientProvider>
  ),
});

it('asks once more for an answer that was on its way when the channel opened', async () => {
  vi.stubGlobal('EventSource', Channel);
  const queries = new QueryClient();
  const answers: ((answer: string) => void)[] = [];
  const queryFn = () => new Promise<string>((answer) => answers.push(answer));
  const { result, unmount } = renderHook(
    () => [useLive('a session'), useQuery({ queryKey: KEY, queryFn }).data][1],
    beside(queries),
  );
  act(() => Channel.last.onopen());
  expect(answers).toHaveLength(1);
  answers[0]?.('of before the change');
  await waitFor(() => expect(answers).toHaveLength(2));
  answers[1]?.('of after it');
  await waitFor(() => expect(result.current).toBe('of after it'));
  unmount();
  vi.unstubAllGlobals();
});

it('asks anew for what came before the channel was open, at first and after it was down', () => {
  vi.stubGlobal('EventSource', Channel);
  const queries = new QueryClient();
  const isOld = () => queries.getQueryState(KEY)?.isInvalidated;
  queries.setQueryData(KEY, {});
  const { unmount } = renderHook(() => useLive('a session'), beside(queries));
  act(() => Channel.last.onopen());
  expect(isOld()).toBe(true);
  queries.setQueryData(KEY, {});
  act(() => Channel.last.onopen());
  expect(isOld()).toBe(false);
  act(() => Channel.last.onerror());
  act(() => Channel.last.onopen());
  expect(isOld()).toBe(true);
  unmount();
  expect(Channel.last.close).toHaveBeenCalled();
  vi.unstubAllGlobals();
});

it('is not live without a network, and opens another channel with the next one', () => {
  vi.stubGlobal('EventSource', Channel);
  const queries = new QueryClient();
  const { result, unmount } = renderHook(() => useLive('a session'), beside(queries));
  const first = Channel.last;
  act(() => first.onopen());
  expect(result.current).not.toBeNull();
  act(() => void window.dispatchEvent(new Event('offline')));
  expect(result.current).toBeNull();
  queries.setQueryData(KEY, {});
  act(() => void window.dispatchEvent(new Event('online')));
  expect(first.close).toHaveBeenCalled();
  expect(Channel.last).not.toBe(first);
  act(() => Channel.last.onopen());
  expect(result.current).not.toBeNull();
  // What happened meanwhile was not heard.
  expect(queries.getQueryState(KEY)?.isInvalidated).toBe(true);
  unmount();
  const last = Channel.last;
  window.dispatchEvent(new Event('online'));
  expect(Channel.last).toBe(last);
  vi.unstubAllGlobals();
});

it('asks once for what is shown where a network comes back, be there a channel or not', async () => {
  vi.stubGlobal('EventSource', Channel);
  vi.useFakeTimers({ shouldAdvanceTime: true });
  onTestFinished(() => void vi.useRealTimers());
  const queries = makeQueryClient({ refetchOnReconnect: asksForItself });
  let asked = 0;
  const queryFn = async () => {
    asked += 1;
    return asked;
  };
  const { unmount } = renderHook(
    () => [useLive('a session'), useQuery({ queryKey: KEY, queryFn, staleTime: 0 })],
    beside(queries),
  );
  const comeBack = () =>
    act(() => {
      window.dispatchEvent(new Event('offline'));
      window.dispatchEvent(new Event('online'));
    });
  act(() => Channel.last.onopen());
  await act(() => vi.advanceTimersByTimeAsync(5_000));
  const before = asked;
  comeBack();
  act(() => Channel.last.onopen());
  await act(() => vi.advanceTimersByTimeAsync(5_000));
  expect(asked).toBe(before + 1);
  comeBack();
  act(() => Channel.last.onerror());
  await act(() => vi.advanceTimersByTimeAsync(5_000));
  expect(asked).toBe(before + 2);
  unmount();
  vi.unstubAllGlobals();
});

it('opens another channel where one is silent for longer than it said', () => {
  vi.stubGlobal('EventSource', Channel);
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const queries = new QueryClient();
  const { result, unmount } = renderHook(() => useLive('a session'), beside(queries));
  const first = Channel.last;
  act(() => first.onopen());
  act(() => vi.advanceTimersByTime(600_000));
  expect(Channel.last, 'a former release promises nothing').toBe(first);
  for (let beat = 0; beat < 10; beat += 1) {
    act(() => first.alive({ data: '15' }));
    act(() => vi.advanceTimersByTime(30_000));
  }
  expect(result.current).not.toBeNull();
  expect(Channel.last).toBe(first);
  act(() => vi.advanceTimersByTime(15_000));
  expect(result.current).toBeNull();
  expect(first.close).toHaveBeenCalled();
  const second = Channel.last;
  expect(second).not.toBe(first);
  act(() => second.onopen());
  act(() => vi.advanceTimersByTime(600_000));
  expect(Channel.last, 'of another gateway, which promises nothing').toBe(second);
  unmount();
  const last = Channel.last;
  vi.advanceTimersByTime(600_000);
  expect(Channel.last).toBe(last);
  vi.unstubAllGlobals();
});

it('opens another channel where one neither opens nor fails, at first and after it was down', () => {
  vi.stubGlobal('EventSource', Channel);
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const { result, unmount } = renderHook(() => useLive('a session'), beside(new QueryClient()));
  const hung = Channel.last;
  act(() => vi.advanceTimersByTime(20_000));
  expect(hung.close).toHaveBeenCalled();
  const second = Channel.last;
  expect(second).not.toBe(hung);
  act(() => second.onopen());
  act(() => vi.advanceTimersByTime(600_000));
  expect(Channel.last).toBe(second);
  // The browser tries again by itself, and hangs.
  act(() => second.onerror());
  act(() => vi.advanceTimersByTime(20_000));
  expect(Channel.last).not.toBe(second);
  act(() => Channel.last.onopen());
  expect(result.current).not.toBeNull();
  unmount();
  const last = Channel.last;
  vi.advanceTimersByTime(600_000);
  expect(Channel.last).toBe(last);
  vi.unstubAllGlobals();
});

it('asks for nothing where a network goes again at once', async () => {
  vi.stubGlobal('EventSource', Channel);
  vi.useFakeTimers({ shouldAdvanceTime: true });
  onTestFinished(() => void vi.useRealTimers());
  const queries = new QueryClient();
  queries.setQueryData(KEY, {});
  const { unmount } = renderHook(() => useLive('a session'), beside(queries));
  act(() => void window.dispatchEvent(new Event('online')));
  act(() => void window.dispatchEvent(new Event('offline')));
  await act(() => vi.advanceTimersByTimeAsync(5_000));
  expect(queries.getQueryState(KEY)?.isInvalidated).toBe(false);
  unmount();
  vi.unstubAllGlobals();
});
