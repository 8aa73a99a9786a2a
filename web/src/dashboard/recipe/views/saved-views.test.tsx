import { createMemoryHistory } from '@tanstack/react-router';
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it, vi } from 'vitest';
import { makeQueryClient } from '@/api/query.ts';
import { m } from '@/i18n/paraglide.gen/messages.js';
import { answerWith } from '@/testing/answers.ts';
import type { SavedView } from '../../data/types.ts';
import { renderStaffScreen } from '../../testing/render-staff-screen.tsx';
import { followArrivals } from './arrivals.ts';
import { viewsQuery } from './queries.ts';
import { SavedViews } from './saved-views.tsx';

const navigate = vi.hoisted(() => vi.fn());
vi.mock('@tanstack/react-router', async (original) => ({
  ...(await original<typeof import('@tanstack/react-router')>()),
  useNavigate: () => navigate,
}));

const alger: SavedView = { id: 'a', name: 'Alger', search: 'status=placed&wilaya=16', isDefault: true };
const oran: SavedView = { id: 'o', name: 'Oran', search: 'wilaya=31', isDefault: false };

function show(search: object, views: SavedView[], locale: 'fr' | 'ar' = 'fr') {
  navigate.mockClear();
  const queries = makeQueryClient();
  queries.setQueryData(viewsQuery('orders').queryKey, { views });
  return renderStaffScreen(<SavedViews screen="orders" search={search} validate={(raw) => raw} />, {
    permissions: [],
    queries,
    locale,
  });
}

it('opens the list with the view that is meant for it, but never over what a link asks for', () => {
  const { unmount } = show({}, [alger, oran]);
  expect(navigate).toHaveBeenCalledExactlyOnceWith({
    to: '.',
    search: { status: 'placed', wilaya: '16' },
    replace: true,
  });
  unmount();
  const { rerender } = show({ wilaya: '31' }, [alger, oran]);
  // Filters that are cleared stay so.
  rerender(<SavedViews screen="orders" search={{}} validate={(raw) => raw} />);
  expect(navigate).not.toHaveBeenCalled();
});

it('leaves the list as it was for who comes back to it', () => {
  const history = createMemoryHistory({ initialEntries: ['/orders', '/orders/1'], initialIndex: 1 });
  followArrivals(history);
  history.back();
  const { unmount } = show({}, [alger]);
  expect(navigate).not.toHaveBeenCalled();
  unmount();
  history.push('/orders');
  show({}, [alger]);
  expect(navigate).toHaveBeenCalledOnce();
});

it.each(['fr', 'ar'] as const)(
  'names the view that is open, opens another, and forgets one, in %s',
  async (locale) => {
    const asked = answerWith({ '/views/o': { body: {} }, '/views': { body: { views: [alger] } } });
    show({ wilaya: '31', page: 3 }, [alger, oran], locale);
    await userEvent.click(screen.getByRole('button', { name: 'Oran' }));
    await userEvent.click(screen.getByRole('menuitemradio', { name: 'Alger' }));
    expect(navigate.mock.lastCall?.[0].search).toEqual({ status: 'placed', wilaya: '16' });
    await userEvent.click(screen.getByRole('button', { name: 'Oran' }));
    await userEvent.click(screen.getByRole('menuitem', { name: m.db_view_delete({ name: 'Oran' }) }));
    await waitFor(() => expect(asked[0]).toMatchObject({ method: 'DELETE', path: '/dashboard/api/views/o' }));
  },
);

it('saves what the address asks for under a name, over the view that has it already', async () => {
  const asked = answerWith({ '/views/o': { body: oran }, '/views': { body: { views: [oran] } } });
  show({ q: 'Sara', page: 2 }, [oran]);
  await userEvent.click(screen.getByRole('button', { name: m.db_views() }));
  await userEvent.click(screen.getByRole('menuitem', { name: m.db_view_save() }));
  await userEvent.type(screen.getByLabelText(m.db_view_name()), 'oran');
  expect(screen.getByLabelText(m.db_view_name())).toHaveAccessibleDescription(m.db_view_replaces());
  await userEvent.click(screen.getByLabelText(m.db_view_default()));
  await userEvent.click(screen.getByRole('button', { name: m.db_save() }));
  await waitFor(() =>
    expect(asked[0]).toMatchObject({
      method: 'PUT',
      path: '/dashboard/api/views/o',
      body: { screen: 'orders', name: 'oran', search: 'q=Sara', isDefault: true },
    }),
  );
});
