/** A page that is left by a slow line: the router has put the next one in its place, and that one's code is on its way. */
import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { act, render, screen, waitFor } from '@testing-library/react';
import { beforeEach, expect, it, vi } from 'vitest';
import { answerWith } from '@/testing/answers.ts';
import { queryClient } from './api.ts';
import { CART_PATH, THANKS_PATH, TRACK_PATH } from './paths.ts';
import { makeRouter } from './router.ts';

/** Holds back code that is asked for; each page's comes once, so each case goes to another. */
const slow = vi.hoisted(() => {
  const slow = { arrive: () => {}, line: Promise.resolve() };
  return Object.assign(slow, {
    cut: () => {
      slow.line = new Promise((resolve) => {
        slow.arrive = resolve;
      });
    },
    bring: async <Code,>(code: () => Promise<Code>) => {
      await slow.line;
      return code();
    },
  });
});
vi.mock('./routes/track.tsx', (original) => slow.bring(original));
vi.mock('./routes/thanks.tsx', (original) => slow.bring(original));
vi.mock('./routes/cart.tsx', (original) => slow.bring(original));

const settings = {
  activeAddToCart: true,
  shopName: 'Souk',
  phone: '',
  promoMessages: [],
  promises: [],
  priceBasis: 'ht',
};
const listing = {
  products: [],
  title: 'Bain',
  description: '',
  breadcrumb: [],
  page: 1,
  size: 12,
  pageCount: 1,
  total: 0,
  sort: 'price_asc',
  filterData: { brands: [], subCategories: [], attributes: [], features: [], priceRange: { min: 0, max: 1 } },
};
const product = {
  id: 'p',
  uid: 'p',
  slug: 'savon',
  name: 'Savon',
  page: 'minimal',
  priceHt: 100,
  priceBasis: 'ht',
  breadcrumb: [],
  shortDescription: 'Doux',
  longDescription: '',
  seoTitle: '',
  images: [],
  combinations: [],
  featureValuesRead: [],
  productsInPackSerialized: [],
  rating: { average: 0, count: 0, counts: [0, 0, 0, 0, 0] },
  available: true,
};
beforeEach(() => {
  queryClient.clear();
  class Watcher {
    observe() {}
    disconnect() {}
  }
  vi.stubGlobal('IntersectionObserver', Watcher);
  vi.stubGlobal('scrollTo', vi.fn());
});

it.each([
  ['/catalog/product/bain/savon', 'Savon', TRACK_PATH],
  ['/catalog/category/bain?sort=price_asc', 'Bain', THANKS_PATH],
  ['/pages/livraison', 'Livraison', CART_PATH],
])('of %s asks for nothing and is still called %s', async (path, name, next) => {
  const asked = answerWith({
    '/session': { body: { token: 't', csrfToken: 'c', settings } },
    '/menus': { body: { menus: [] } },
    '/api/product/savon': { body: product },
    '/category/products/bain': { body: listing },
    '/cms-page/livraison': { body: { slug: 'livraison', title: 'Livraison', seoTitle: '', html: '' } },
    '/wilayas': { body: [] },
  });
  slow.arrive();
  window.history.replaceState({}, '', path);
  const router = makeRouter();
  await router.load();
  render(
    <QueryClientProvider client={queryClient}>
      <RouterProvider router={router} />
    </QueryClientProvider>,
  );
  expect(await screen.findByRole('heading', { level: 1, name })).toBeVisible();
  await waitFor(() => expect(document.title).toBe(`${name} · Souk`));
  const before = asked.length;
  slow.cut();
  void router.navigate({ to: next });
  await waitFor(() => expect(router.state.matches.at(-1)?.pathname).toBe(next));
  expect(await screen.findByText('Chargement…')).toBeInTheDocument();
  // What the left page would ask for has been asked for by now, and answered.
  const settled = new Promise((resolve) => setTimeout(resolve, 300));
  await act(() => settled);
  expect(asked.slice(before).map((one) => one.path)).toEqual([]);
  expect(document.title).toBe(`${name} · Souk`);
  slow.arrive();
  await waitFor(() => expect(document.title).not.toBe(`${name} · Souk`));
});
