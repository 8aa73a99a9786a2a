import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { render, screen, waitFor } from '@testing-library/react';
import { beforeEach, expect, it, vi } from 'vitest';
import { EMPTY_FORM } from '@/domain/checkout-form.ts';
import { startLocale } from '@/i18n/locale.ts';
import { answerWith } from '@/testing/answers.ts';
import { queryClient } from '../api.ts';
import { THANKS_PATH } from '../paths.ts';
import { makeRouter } from '../router.ts';
import { formStore, lastPurchaseStore, placedOrderStore } from '../state/purchase-store.ts';

const ordered = { ...EMPTY_FORM, firstname: 'Amina', lastname: 'Benali', phone: '0555123456' };
const settings = { activeAddToCart: true, shopName: 'Souk', phone: '', promoMessages: [], promises: [] };

const placed = {
  lines: [],
  form: ordered,
  total: 0,
  delivery: 0,
  wilaya: 'Alger',
  commune: 'Alger-Centre',
  transporter: 'Transport',
  number: 'A-10234',
};

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
  answerWith({
    '/session': { body: { token: 't', csrfToken: 'c', settings } },
    '/menus': { body: { menus: [] } },
  });
  placedOrderStore.set(placed);
  // Its pause is long over.
  lastPurchaseStore.set({ at: Date.now() - 86_400_000 });
});

/** The overview once the pause is over. */
async function open() {
  window.history.replaceState({}, '', THANKS_PATH);
  const router = makeRouter();
  await router.load();
  render(
    <QueryClientProvider client={queryClient}>
      <RouterProvider router={router} />
    </QueryClientProvider>,
  );
  await screen.findByRole('heading', { name: /Amina/ });
  await waitFor(() => expect(lastPurchaseStore.get()).toBeNull());
}

it('forgets the form that was ordered once the pause is over', async () => {
  formStore.set(ordered);
  await open();
  expect(formStore.get()).toEqual(EMPTY_FORM);
});

it('leaves the form of another order as it was begun', async () => {
  const next = { ...ordered, phone: '0666123456', commune: '1601' };
  formStore.set(next);
  await open();
  expect(formStore.get()).toEqual(next);
});

it.each([
  ['home', {}, /^Alger-Centre, Alger\./],
  ['desk', { desk: 'Agence de Kouba' }, /^Agence de Kouba\./],
  ['desk', {}, /^Alger\./],
] as const)('says where the parcel comes: %s %j', async (deliveryType, more, place) => {
  placedOrderStore.set({ ...placed, ...more, form: { ...ordered, deliveryType } });
  await open();
  const told = screen.getByText((_, element) => element?.tagName === 'P' && place.test(element.textContent));
  // In its own direction, whatever the page's.
  expect(told.querySelector('bdi')).toBeVisible();
});
