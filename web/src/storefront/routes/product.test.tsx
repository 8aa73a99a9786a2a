import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { act, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it, vi } from 'vitest';
import { startLocale } from '@/i18n/locale.ts';
import { answerWith } from '@/testing/answers.ts';
import { productQuery, queryClient } from '../api.ts';
import { makeRouter } from '../router.ts';

const settings = { activeAddToCart: true, shopName: 'Souk', phone: '', promoMessages: [], promises: [] };
const size = (value: string, available: boolean) => ({
  id: value,
  isDefault: false,
  priceHt: 100,
  images: [],
  displayName: value,
  combinationLangsRead: [],
  values: [{ type: 'size', type_label: 'Taille', value }],
  available,
  sku: '',
});
const product = (...combinations: readonly unknown[]) => ({
  body: {
    id: 'p1',
    uid: 'p1',
    name: 'Ambre',
    slug: 'ambre',
    priceHt: 100,
    priceBasis: 'ht',
    breadcrumb: [],
    tagsRead: [],
    productLangsRead: [],
    shortDescription: '',
    longDescription: '',
    seoTitle: '',
    seoDescription: '',
    featureValuesRead: [],
    images: [],
    combinations,
    productsInPackSerialized: [],
    available: true,
    version: 1,
    page: 'simpler',
  },
});

/** Nothing comes into view. */
class Unseen {
  observe() {}
  unobserve() {}
  disconnect() {}
}

it('keeps a size that sells out chosen, and takes a phone for it while another is to be had', async () => {
  startLocale('fr');
  queryClient.clear();
  vi.stubGlobal('IntersectionObserver', Unseen);
  vi.stubGlobal('scrollTo', vi.fn());
  let now = product(size('S', true), size('M', true));
  answerWith({
    '/session': { body: { token: 't', csrfToken: 'c', settings } },
    '/menus': { body: { menus: [] } },
    '/product/ambre': () => now,
  });
  window.history.replaceState({}, '', '/catalog/product/parfums/ambre');
  const router = makeRouter();
  await router.load();
  render(
    <QueryClientProvider client={queryClient}>
      <RouterProvider router={router} />
    </QueryClientProvider>,
  );
  expect(await screen.findByRole('button', { name: 'S', pressed: true })).toBeVisible();
  now = product(size('S', false), size('M', true));
  await act(() => queryClient.invalidateQueries({ queryKey: productQuery('ambre').queryKey }));
  expect(await screen.findByRole('button', { name: /^S/, pressed: true })).toHaveTextContent('Épuisé');
  expect(await screen.findByRole('button', { name: 'Me prévenir' })).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Acheter maintenant' })).toBeNull();
  await userEvent.click(screen.getByRole('button', { name: 'M' }));
  await userEvent.click(await screen.findByRole('button', { name: 'Acheter maintenant' }));
  // Whoever works by the keyboard stands at what came in place of what they pressed.
  await waitFor(() => expect(screen.getByRole('heading', { name: 'Acheter maintenant' })).toHaveFocus());
  await userEvent.click(screen.getByRole('button', { name: 'Fermer le formulaire' }));
  await waitFor(() => expect(screen.getByRole('button', { name: 'Acheter maintenant' })).toHaveFocus());
});
