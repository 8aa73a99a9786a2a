import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { renderHook } from '@testing-library/react';
import type { ReactNode } from 'react';
import { expect, it } from 'vitest';
import { useNeighbours } from './use-neighbours.ts';

it('counts what the list has, not its page', () => {
  const queries = new QueryClient();
  const orders = ['a', 'b', 'c'].map((id) => ({ id }));
  queries.setQueryData(['get', '/dashboard/api/orders', {}], { orders, page: 3, size: 24, total: 152 });
  const wrapper = ({ children }: { children: ReactNode }) => (
    <QueryClientProvider client={queries}>{children}</QueryClientProvider>
  );
  const { result } = renderHook(() => useNeighbours('b'), { wrapper });
  expect(result.current).toEqual({ previous: 'a', next: 'c', at: 50, of: 152 });
});
