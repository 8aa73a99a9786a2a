import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, it, vi } from 'vitest';
import { startLocale } from '@/i18n/locale.ts';
import { answerWith } from '@/testing/answers.ts';
import { queryClient } from '../api.ts';
import { CART_PATH } from '../paths.ts';
import { makeRouter } from '../router.ts';
import { cartStore } from '../state/cart-store.ts';

const settings = { activeAddToCart: true, shopName: 'Souk', phone: '', promoMessages: [], promises: [] };
const line = (name: string) => ({
  productId: name,
  combinationId: null,
  unitPrice: 100,
  quantity: 1,
  name,
  image: '',
  attributes: {},
  link: `/catalog/product/parfums/${name}`,
});
const product = (name: string, more: object = {}) => ({
  body: {
    id: name,
    slug: name,
    name,
    priceHt: 100,
    available: true,
    images: [],
    combinations: [],
    productsInPackSerialized: [],
    ...more,
  },
});

/** Nothing comes into view. */
class Unseen {
  observe() {}
  unobserve() {}
  disconnect() {}
}

beforeEach(() => {
  startLocale('fr');
  queryClient.clear();
  vi.stubGlobal('IntersectionObserver', Unseen);
  vi.stubGlobal('scrollTo', vi.fn());
});

const SHOP = {
  '/session': { body: { token: 't', csrfToken: 'c', settings } },
  '/menus': { body: { menus: [] } },
};

async function openCart() {
  window.history.replaceState({}, '', CART_PATH);
  const router = makeRouter();
  await router.load();
  render(
    <QueryClientProvider client={queryClient}>
      <RouterProvider router={router} />
    </QueryClientProvider>,
  );
}

it('tells what is sold out before anything is filled in, and takes it out', async () => {
  answerWith({
    ...SHOP,
    '/product/ambre': product('ambre', { available: false }),
    '/product/rose': product('rose'),
  });
  cartStore.set([line('ambre'), line('rose')]);
  await openCart();
  expect(await screen.findByText(/Épuisé pour l’instant : ambre\./)).toBeVisible();
  await userEvent.click(screen.getByRole('button', { name: 'Retirer du panier' }));
  await waitFor(() => expect(screen.queryByText(/Épuisé pour l’instant/)).toBeNull());
  expect(cartStore.get().map(({ name }) => name)).toEqual(['rose']);
});

it('tells which choice of a product has another price than before', async () => {
  const combination = (id: string, priceHt: number, value: string) => {
    const values = [{ type: 'size', type_label: 'Contenance', value }];
    return { id, priceHt, available: true, images: [], values };
  };
  const combinations = [combination('c30', 100, '30 ml'), combination('c50', 150, '50 ml')];
  answerWith({ ...SHOP, '/product/ambre': product('ambre', { combinations }) });
  const choice = (combinationId: string, value: string) => ({
    ...line('ambre'),
    combinationId,
    attributes: { size: value },
  });
  cartStore.set([choice('c30', '30 ml'), choice('c50', '50 ml')]);
  await openCart();
  expect(await screen.findByText(/le prix est passé de/)).toHaveTextContent(/^ambre, 50 ml : .*100.*150/);
});
