import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { fireEvent, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, it, vi } from 'vitest';
import { startLocale } from '@/i18n/locale.ts';
import { answerWith } from '@/testing/answers.ts';
import { queryClient } from '../api.ts';
import { makeRouter } from '../router.ts';

beforeEach(() => {
  startLocale('fr');
  queryClient.clear();
  vi.stubGlobal('IntersectionObserver', vi.fn());
  vi.stubGlobal('scrollTo', vi.fn());
});

const listing = (page: number, total: number) => ({
  body: {
    title: '',
    description: '',
    breadcrumb: [],
    products: [],
    page,
    pageCount: Math.ceil(total / 12),
    size: 12,
    total,
    sort: 'default',
    filterData: {
      brands: [],
      subCategories: [],
      attributes: [],
      features: [],
      priceRange: { min: 0, max: 0 },
    },
  },
});

const settings = { activeAddToCart: true, shopName: 'Souk', phone: '', promoMessages: [], promises: [] };

async function open(total: number) {
  answerWith({
    '/session': { body: { token: 't', csrfToken: 'c', settings } },
    '/menus': { body: { menus: [] } },
    '/new/products': listing(99, total),
    '/search/products': listing(1, total),
  });
  window.history.replaceState({}, '', '/new?page=99');
  const router = makeRouter();
  await router.load();
  render(
    <QueryClientProvider client={queryClient}>
      <RouterProvider router={router} />
    </QueryClientProvider>,
  );
  return router;
}

it('leads back from a page past the end, and says where the end is', async () => {
  await open(40);
  expect(await screen.findByRole('heading', { name: 'Cette liste a 4 pages' })).toBeVisible();
  expect(screen.getByText('Il n’y a pas de page 99.')).toBeVisible();
  expect(screen.getByRole('link', { name: 'Première page' })).toHaveAttribute('href', '/new');
  expect(screen.getByRole('link', { name: 'Dernière page' })).toHaveAttribute('href', '/new?page=4');
});

it('leads to the one page that there is', async () => {
  await open(5);
  expect(await screen.findByRole('heading', { name: 'Cette liste n’a qu’une page' })).toBeVisible();
  expect(screen.queryByRole('link', { name: 'Dernière page' })).toBeNull();
});

it('says of an empty list that nothing was found', async () => {
  await open(0);
  expect(await screen.findByRole('heading', { name: 'Aucun produit trouvé' })).toBeVisible();
  // There is nothing to put in another order.
  expect(screen.queryByRole('combobox', { name: 'Trier' })).toBeNull();
});

it('folds the filters of another list, also where that was fetched ahead', async () => {
  const router = await open(40);
  const price = async () => (await screen.findByText('Prix')).closest('details');
  void router.navigate({ to: '/search', search: { q: 'savon' } });
  await waitFor(() => expect(window.location.search).toBe('?q=savon'));
  await userEvent.click(await screen.findByText('Prix'));
  await waitFor(async () => expect(await price()).toHaveAttribute('open'));
  await router.preloadRoute({ to: '/search', search: { q: 'huile' } });
  void router.navigate({ to: '/search', search: { q: 'huile' } });
  await waitFor(() => expect(window.location.search).toBe('?q=huile'));
  expect(await price()).not.toHaveAttribute('open');
});

it('closes the filters with their list', async () => {
  const router = await open(40);
  const filters = () => document.querySelector('dialog[open]');
  for (const q of ['huile', 'savon']) {
    void router.navigate({ to: '/search', search: { q } });
    await waitFor(() => expect(window.location.search).toBe(`?q=${q}`));
    await screen.findByText('Prix');
  }
  fireEvent.click(screen.getByRole('button', { name: /^Filtres/, hidden: true }));
  await waitFor(() => expect(filters()).not.toBeNull());
  router.history.back();
  await waitFor(() => expect(window.location.search).toBe('?q=huile'));
  await waitFor(() => expect(filters()).toBeNull());
});
