import { QueryClientProvider } from '@tanstack/react-query';
import {
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  RouterProvider,
} from '@tanstack/react-router';
import { act, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Direction } from 'radix-ui';
import { expect, it } from 'vitest';
import { makeQueryClient } from '@/api/query.ts';
import { m } from '@/i18n/paraglide.gen/messages.js';
import { type Answer, answerWith } from '@/testing/answers.ts';
import type { EmployeeDetail } from '../../data/types.ts';
import { Staff } from '../../session/use-session.ts';
import { staffSession } from '../../testing/staff-session.ts';
import { EmployeePage } from './employee-page.tsx';
import { employeeQuery } from './queries.ts';

function account(id: string, name: string): EmployeeDetail {
  return {
    id,
    name,
    email: `${id}@souk.test`,
    roles: ['sales'],
    warehouses: [],
    isActive: true,
    hasSecondFactor: false,
    createdAt: '2026-11-01T09:00:00Z',
    version: 1,
    sessions: [],
  } as unknown as EmployeeDetail;
}

function renderBilal(bilal: Partial<EmployeeDetail> = {}) {
  const queries = makeQueryClient();
  for (const one of [account('a', 'Amel'), { ...account('b', 'Bilal'), ...bilal }]) {
    const { queryKey } = employeeQuery(one.id);
    queries.setQueryDefaults(queryKey, { staleTime: Number.POSITIVE_INFINITY });
    queries.setQueryData(queryKey, one, { updatedAt: Date.now() + 3_600_000 });
  }
  const staticData = { screen: null };
  const root = createRootRoute({ staticData });
  const employee = createRoute({
    getParentRoute: () => root,
    path: '/employees/$id',
    staticData,
    component: EmployeePage,
  });
  const history = createMemoryHistory({ initialEntries: ['/employees/b'] });
  const router = createRouter({ routeTree: root.addChildren([employee]), history });
  render(
    <Direction.Provider dir="ltr">
      <QueryClientProvider client={queries}>
        <Staff value={staffSession({ permissions: ['staff.read', 'staff.write'] })}>
          <RouterProvider router={router as never} />
        </Staff>
      </QueryClientProvider>
    </Direction.Provider>,
  );
  return history;
}

it('holds nothing of the account that was open before', async () => {
  const history = renderBilal();
  await userEvent.type(await screen.findByDisplayValue('Bilal'), ' B.');
  await act(async () => history.push('/employees/a'));
  await userEvent.click(await screen.findByRole('button', { name: m.db_unsaved_leave() }));
  expect(await screen.findByRole('heading', { level: 1, name: 'Amel' })).toBeTruthy();
  expect(screen.getByDisplayValue('Amel')).toBeTruthy();
  expect(screen.queryByDisplayValue('Bilal B.')).toBeNull();
});

it('saves what was typed during a save before it is left', async () => {
  const answers: ((answer: Answer) => void)[] = [];
  const asked = answerWith({
    '/employees/b': () => new Promise<Answer>((resolve) => answers.push(resolve)),
  });
  const sent = () => asked.filter(({ method }) => method === 'PATCH').map(({ body }) => body);
  const history = renderBilal();
  const field = await screen.findByDisplayValue('Bilal');
  await userEvent.type(field, ' B.');
  await userEvent.keyboard('{Control>}s{/Control}');
  await waitFor(() => expect(sent()).toHaveLength(1));
  await userEvent.type(field, ' C.');
  await act(async () => history.push('/employees/a'));
  await userEvent.click(await screen.findByRole('button', { name: m.db_unsaved_save() }));
  answers[0]?.({ body: { ...account('b', 'Bilal B.'), version: 2 } });
  await waitFor(() => expect(sent()).toHaveLength(2));
  expect(sent()[1]).toMatchObject({ version: 2, name: 'Bilal B. C.' });
  expect(screen.queryByRole('heading', { level: 1, name: 'Amel' })).toBeNull();
  answers[1]?.({ body: { ...account('b', 'Bilal B. C.'), version: 3 } });
  expect(await screen.findByRole('heading', { level: 1, name: 'Amel' })).toBeTruthy();
});

it('binds nobody to warehouses who has their role no more', async () => {
  const asked = answerWith({ '/employees/b': { body: account('b', 'Bilal') } });
  renderBilal({ roles: ['sales', 'warehouse'], warehouses: ['alger'] });
  await userEvent.click(await screen.findByRole('checkbox', { name: m.db_role_warehouse() }));
  await userEvent.keyboard('{Control>}s{/Control}');
  await waitFor(() => expect(asked.some(({ method }) => method === 'PATCH')).toBe(true));
  const sent = asked.find(({ method }) => method === 'PATCH')?.body;
  expect(sent).toMatchObject({ roles: ['sales'], warehouses: [] });
});
