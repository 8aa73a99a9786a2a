import {
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  RouterProvider,
} from '@tanstack/react-router';
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it } from 'vitest';
import { m } from '@/i18n/paraglide.gen/messages.js';
import { answerWith } from '@/testing/answers.ts';
import { renderStaffScreen } from '../../testing/render-staff-screen.tsx';
import { DuplicateProduct } from './duplicate-product.tsx';

function renderAt(locale: 'fr' | 'ar') {
  const staticData = { screen: null };
  const root = createRootRoute({ staticData });
  const component = () => <DuplicateProduct id="p" />;
  const product = createRoute({ getParentRoute: () => root, path: '/products/$id', staticData, component });
  const history = createMemoryHistory({ initialEntries: ['/products/p'] });
  const router = createRouter({ routeTree: root.addChildren([product]), history });
  // The app's own routes are registered; this one is the test's.
  renderStaffScreen(<RouterProvider router={router as never} />, { permissions: ['catalog.write'], locale });
  return router;
}

it.each(['fr', 'ar'] as const)('makes one copy by a double click, and leads to it (%s)', async (locale) => {
  let answer = () => {};
  const answered = new Promise<void>((resolve) => {
    answer = resolve;
  });
  const asked = answerWith({
    '/products/p/copies': async () => {
      await answered;
      return { status: 201, body: { id: 'copy' } };
    },
  });
  const router = renderAt(locale);
  await userEvent.dblClick(await screen.findByRole('button', { name: m.db_product_duplicate() }));
  answer();
  await waitFor(() => expect(router.state.location.pathname).toBe('/products/copy'));
  expect(asked.map(({ method }) => method)).toEqual(['POST']);
});

it('sends a copy whose answer was lost under the same key, and another one under its own', async () => {
  const asked = answerWith({ '/products/p/copies': { status: 503, body: { code: 'unavailable' } } });
  renderAt('fr');
  const press = async (times: number) => {
    await userEvent.click(screen.getByRole('button', { name: m.db_product_duplicate() }));
    await waitFor(() => expect(asked).toHaveLength(times));
    await waitFor(() => expect(screen.getByRole('button', { name: m.db_product_duplicate() })).toBeEnabled());
  };
  await screen.findByRole('button', { name: m.db_product_duplicate() });
  await press(1);
  await press(2);
  const keys = asked.map(({ headers }) => headers.get('Idempotency-Key'));
  expect(keys[0]).toBeTruthy();
  expect(keys[1]).toBe(keys[0]);
});
