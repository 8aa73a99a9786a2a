import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { renderHook } from '@testing-library/react';
import type { ReactNode } from 'react';
import { expect, it } from 'vitest';
import { orderQuery } from './queries.ts';
import { useNeighbours } from './use-neighbours.ts';

function neighboursOf(id: string, orders: object[], asked = {}, opened: Record<string, object> = {}) {
  const queries = new QueryClient();
  const key = ['get', '/dashboard/api/orders', { params: { query: asked } }];
  queries.setQueryData(key, { orders, page: 3, size: 24, total: 152 });
  for (const [one, order] of Object.entries(opened)) queries.setQueryData(orderQuery(one).queryKey, order);
  const wrapper = ({ children }: { children: ReactNode }) => (
    <QueryClientProvider client={queries}>{children}</QueryClientProvider>
  );
  return renderHook(() => useNeighbours(id), { wrapper }).result.current;
}

const placed = (id: string) => ({ id, status: 'placed' });

it('counts what the list has, not its page', () => {
  expect(neighboursOf('b', ['a', 'b', 'c'].map(placed))).toMatchObject({
    previous: 'a',
    next: 'c',
    at: 50,
    of: 152,
  });
});

it('keeps what the list was asked for, from its first page on', () => {
  const search = {
    q: 'amina',
    status: 'placed',
    wilaya: '16',
    employee: 'e1',
    period: 'week',
    sort: 'oldest',
    size: 50,
  };
  expect(neighboursOf('a', [placed('a')], { ...search, page: 3 }).list).toEqual(search);
});

it('passes over those that are not to be called any more, in the list or as opened', () => {
  const orders = [placed('a'), { id: 'b', status: 'confirmed' }, placed('c'), placed('d')];
  const opened = { c: { id: 'c', status: 'cancelled' }, d: { id: 'd', status: 'unreachable' } };
  const { next, toCall } = neighboursOf('a', orders, {}, opened);
  expect([next, toCall]).toEqual(['b', 'd']);
});
