import {
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  RouterProvider,
} from '@tanstack/react-router';
import { act, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it, vi } from 'vitest';
import { m } from '@/i18n/paraglide.gen/messages.js';
import { UnsavedGuard } from './unsaved-guard.tsx';

/** A changed form that is about to be left; `isSaved`: what saving it comes to. */
async function leave(isSaved: boolean) {
  const onSave = vi.fn(async () => isSaved);
  const staticData = { screen: null };
  const root = createRootRoute({ staticData });
  const form = createRoute({
    getParentRoute: () => root,
    path: '/form',
    staticData,
    component: () => (
      <form>
        <input aria-label="Prix" aria-invalid />
        <UnsavedGuard isDirty onSave={onSave} />
      </form>
    ),
  });
  const list = createRoute({
    getParentRoute: () => root,
    path: '/list',
    staticData,
    component: () => <p>Liste</p>,
  });
  const history = createMemoryHistory({ initialEntries: ['/form'] });
  const router = createRouter({ routeTree: root.addChildren([form, list]), history });
  render(<RouterProvider router={router as never} />);
  await screen.findByLabelText('Prix');
  await act(async () => history.push('/list'));
  await userEvent.click(await screen.findByRole('button', { name: m.db_unsaved_save() }));
  expect(onSave).toHaveBeenCalledOnce();
}

it('saves and goes', async () => {
  await leave(true);
  expect(await screen.findByText('Liste')).toBeTruthy();
});

it('stays at what is wrong where it can’t be saved', async () => {
  await leave(false);
  await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText('Prix')));
  expect(screen.queryByText('Liste')).toBeNull();
});
