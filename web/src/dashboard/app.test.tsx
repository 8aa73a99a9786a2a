import { QueryClientProvider } from '@tanstack/react-query';
import { render, screen } from '@testing-library/react';
import { useEffect } from 'react';
import { expect, it, vi } from 'vitest';
import { makeQueryClient } from '@/api/query.ts';
import { App } from './app.tsx';
import type { StaffSession } from './data/types.ts';
import type { DashboardRouter } from './router.tsx';
import { sessionQuery, useSignOut } from './session/use-session.ts';

vi.mock('@tanstack/react-router', () => ({ RouterProvider: Screens }));

function Screens() {
  const { mutate } = useSignOut();
  useEffect(() => mutate(), [mutate]);
  return <p>Derrière la porte</p>;
}

it('shows the door again after signing out', async () => {
  vi.stubGlobal('fetch', async () => new Response(null, { status: 204 }));
  const queries = makeQueryClient();
  const session: StaffSession = {
    employee: { id: 'e', email: 'sales@souk.test', name: 'Samira', roles: ['sales'], warehouses: [] },
    permissions: [],
    passwordIsTemporary: false,
    csrfToken: 'x',
    expiresAt: '2026-11-21T20:00:00Z',
  };
  queries.setQueryData(sessionQuery.queryKey, session);
  render(
    <QueryClientProvider client={queries}>
      <App router={{} as DashboardRouter} />
    </QueryClientProvider>,
  );
  expect(screen.getByText('Derrière la porte')).toBeTruthy();
  expect(await screen.findByRole('button', { name: 'Se connecter' })).toBeTruthy();
});
