import { queryOptions } from '@tanstack/react-query';
import {
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  RouterProvider,
} from '@tanstack/react-router';
import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { ReactNode } from 'react';
import { expect, it, vi } from 'vitest';
import { m } from '@/i18n/paraglide.gen/messages.js';
import { renderStaffScreen } from '../../testing/render-staff-screen.tsx';
import { DetailPage, NewPage } from './detail-page.tsx';

interface Thing {
  name: string;
  isGone?: boolean;
}

/** The page at an address, for somebody who may do what is said. */
function renderAt(page: () => ReactNode, permissions: string[]) {
  const staticData = { screen: null };
  const root = createRootRoute({ staticData });
  const thing = createRoute({ getParentRoute: () => root, path: '/things/$id', staticData, component: page });
  const history = createMemoryHistory({ initialEntries: ['/things/b'] });
  const router = createRouter({ routeTree: root.addChildren([thing]), history });
  // The app's own routes are registered; this one is the test's.
  renderStaffScreen(<RouterProvider router={router as never} />, { permissions });
}

function ThingPage({ read }: { read: () => Promise<Thing> }) {
  return (
    <DetailPage
      query={(id) => queryOptions({ queryKey: ['thing', id], queryFn: read, retry: false })}
      title={({ name }) => name}
      acts={() => <button type="button">See</button>}
      changes={() => <button type="button">Delete</button>}
      write="catalog.write"
      instead={({ data }) => data?.isGone && <p>Elsewhere</p>}
    >
      {({ name }) => <p>All of {name}</p>}
    </DetailPage>
  );
}

it.each([
  { permissions: ['catalog.read'], buttons: ['See'] },
  { permissions: ['catalog.read', 'catalog.write'], buttons: ['See', 'Delete'] },
])('offers to $permissions what they may do with the thing', async ({ permissions, buttons }) => {
  renderAt(() => <ThingPage read={async () => ({ name: 'Nour' })} />, permissions);
  expect(await screen.findByRole('heading', { level: 1, name: 'Nour' })).toBeTruthy();
  expect(screen.getByText('All of Nour')).toBeTruthy();
  expect(screen.getAllByRole('button').map(({ textContent }) => textContent)).toEqual(buttons);
  expect(document.title).toBe('Nour · Souk');
});

it('says that it could not be read, and reads it on another try', async () => {
  const read = vi.fn<() => Promise<Thing>>().mockRejectedValueOnce(new Error('cut'));
  read.mockResolvedValueOnce({ name: 'Nour' });
  renderAt(() => <ThingPage read={read} />, []);
  await userEvent.click(await screen.findByRole('button', { name: m.db_retry() }));
  expect(await screen.findByText('All of Nour')).toBeTruthy();
});

it('shows what is there in place of a thing that is no longer what it was', async () => {
  renderAt(() => <ThingPage read={async () => ({ name: 'Nour', isGone: true })} />, []);
  expect(await screen.findByText('Elsewhere')).toBeTruthy();
  expect(screen.queryByRole('heading')).toBeNull();
});

it('names what is not there yet', async () => {
  renderAt(() => <NewPage title="New">form</NewPage>, []);
  expect(await screen.findByRole('heading', { level: 1, name: 'New' })).toBeTruthy();
});
