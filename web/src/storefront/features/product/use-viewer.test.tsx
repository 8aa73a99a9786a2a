import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from '@tanstack/react-router';
import { act, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it } from 'vitest';
import { useViewer } from './use-viewer.ts';

function Probe() {
  const { isOpen, open, close } = useViewer();
  return (
    <button type="button" onClick={isOpen ? close : open}>
      {isOpen ? 'close' : 'open'}
    </button>
  );
}

function show() {
  const routeTree = createRootRoute({ staticData: { screen: null }, component: Probe });
  const router = createRouter({ routeTree, history: createMemoryHistory({ initialEntries: ['/'] }) });
  // The app's own routes are registered; this one is the test's.
  render(<RouterProvider router={router as never} />);
  return router.history;
}

const press = async (name: string) => userEvent.click(await screen.findByRole('button', { name }));

it('is closed by a step back onto the page', async () => {
  const history = show();
  await press('open');
  await screen.findByText('close');
  expect(history.length).toBe(2);
  await press('close');
  await screen.findByText('open');
  expect(history.location.state.__TSR_index).toBe(0);
});

it('is closed in a restored tab that has nothing to go back to', async () => {
  const history = show();
  await screen.findByText('open');
  act(() => history.replace('/', { viewer: true }));
  await press('close');
  await screen.findByText('open');
  expect(history.length).toBe(1);
});
