import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { act, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, it, vi } from 'vitest';
import { locale, pathInLocale, startLocale } from '@/i18n/locale.ts';
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

const matches = (text: string, told: string | RegExp) =>
  new RegExp(told).test(text.replace(/\s/g, ' ').trim());

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

async function open(query = '') {
  window.history.replaceState({}, '', pathInLocale(`/catalog/product/parfums/ambre${query}`, locale()));
  const router = makeRouter();
  await router.load();
  render(
    <QueryClientProvider client={queryClient}>
      <RouterProvider router={router} />
    </QueryClientProvider>,
  );
  return router;
}

it('begins with what the list was narrowed to, and keeps a choice of its own', async () => {
  answerWith({
    '/session': { body: { token: 't', csrfToken: 'c', settings } },
    '/menus': { body: { menus: [] } },
    '/product/ambre': product(size('S', true), size('M', false), size('L', true)),
  });
  const router = await open('?attributes.size=M');
  expect(await screen.findByRole('button', { name: /^M/, pressed: true })).toBeVisible();
  await userEvent.click(screen.getByRole('button', { name: 'L' }));
  expect(await screen.findByRole('button', { name: 'L', pressed: true })).toBeVisible();
  expect(router.state.location.search).toMatchObject({ combination: 'L' });
});

it('keeps a size that sells out chosen, and takes a phone for it while another is to be had', async () => {
  let now = product(size('S', true), size('M', true));
  answerWith({
    '/session': { body: { token: 't', csrfToken: 'c', settings } },
    '/menus': { body: { menus: [] } },
    '/product/ambre': () => now,
  });
  await open();
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

it('says once by how much a promotion lowers the price', async () => {
  const { body } = product();
  answerWith({
    '/session': { body: { token: 't', csrfToken: 'c', settings } },
    '/menus': { body: { menus: [] } },
    '/product/ambre': { body: { ...body, productPriceAfterPromotion: 80 } },
  });
  await open();
  expect(await screen.findAllByText(/20\s%$/)).toHaveLength(1);
});

it.each([
  ['fr', 'Ensemble, vous économisez 20 DA.'],
  ['ar', /^بشرائها معًا توفّر .*20.*\.$/],
  ['en', /^Together you save .*20.*\.$/],
] as const)('says in %s what the parts of a pack cost apart, and what is saved', async (locale, saved) => {
  const { body } = product();
  const part = { productId: 'p2', name: 'Savon', slug: 'savon', quantity: 2, combinations: [] };
  const packPriceRead = {
    discount: { ruleType: 'percentage', value: 10 },
    promotions: [],
    taxRate: 19,
    parts: [{ priceHt: 100, choices: [] }],
  };
  answerWith({
    '/session': { body: { token: 't', csrfToken: 'c', settings } },
    '/menus': { body: { menus: [] } },
    '/product/ambre': {
      body: { ...body, packMode: 'flexible', productsInPackSerialized: [part], packPriceRead },
    },
  });
  startLocale(locale);
  await open();
  await screen.findByRole('heading', { name: 'Ambre' });
  expect(document.querySelector('s')).toHaveTextContent(/200/);
  expect(
    screen.getByText((_, element) => element?.tagName === 'P' && matches(element.textContent, saved)),
  ).toBeVisible();
});

it('says of a pack on promotion what the promotion saves alone: it counts from another price', async () => {
  const { body } = product();
  const part = { productId: 'p2', name: 'Savon', slug: 'savon', quantity: 2, combinations: [] };
  const packPriceRead = {
    discount: { ruleType: 'percentage', value: 10 },
    promotions: [{ ruleType: 'percentage', value: 20 }],
    taxRate: 19,
    parts: [{ priceHt: 100, choices: [] }],
  };
  answerWith({
    '/session': { body: { token: 't', csrfToken: 'c', settings } },
    '/menus': { body: { menus: [] } },
    '/product/ambre': {
      body: { ...body, packMode: 'flexible', productsInPackSerialized: [part], packPriceRead },
    },
  });
  await open();
  await screen.findByRole('heading', { name: 'Ambre' });
  expect(document.querySelector('s')).toHaveTextContent(/180/);
  expect(screen.queryByText(/Ensemble, vous économisez/)).toBeNull();
});

it('shows a picture over the whole screen until Back, and stays on the page', async () => {
  HTMLElement.prototype.scrollIntoView = () => {};
  const { body } = product(size('S', true));
  const images = ['a', 'b'].map((id) => ({
    id,
    alt: id,
    imagesIdsAndSizes: [
      { name: 'PRODUCT_PAGE_LARGE', displayUrl: `/media/${id}.jpg`, width: 10, height: 10 },
    ],
  }));
  answerWith({
    '/session': { body: { token: 't', csrfToken: 'c', settings } },
    '/menus': { body: { menus: [] } },
    '/product/ambre': { body: { ...body, images } },
  });
  const router = await open();
  const enlarge = await screen.findByRole('button', { name: 'Agrandir la photo' });
  expect(screen.queryByRole('dialog', { name: 'Photos' })).toBeNull();
  await userEvent.click(enlarge);
  const viewer = await screen.findByRole('dialog', { name: 'Photos' });
  expect(router.state.location.pathname).toBe('/catalog/product/parfums/ambre');
  router.history.back();
  await waitFor(() => expect(viewer).not.toHaveAttribute('open'));

  await userEvent.click(enlarge);
  await waitFor(() => expect(viewer).toHaveAttribute('open'));
  const entries = window.history.length;
  const close = within(viewer).getByRole('button', { name: 'Fermer' });
  // A second press is not another step back.
  fireEvent.click(close);
  fireEvent.click(close);
  await waitFor(() => expect(viewer).not.toHaveAttribute('open'));
  expect(window.history.length).toBe(entries);
  expect(screen.getByRole('heading', { name: 'Ambre' })).toBeVisible();
  expect(window.location.pathname).toBe('/catalog/product/parfums/ambre');
});

it('says from when on it can be ordered in the place of the form, and takes a phone until then', async () => {
  const awaited = product();
  answerWith({
    '/session': { body: { token: 't', csrfToken: 'c', settings } },
    '/menus': { body: { menus: [] } },
    '/product/ambre': { body: { ...awaited.body, availableFrom: '2100-12-31' } },
  });
  await open();
  expect(await screen.findByText('Disponible à partir du 31 décembre 2100.')).toBeVisible();
  expect(await screen.findByRole('button', { name: 'Me prévenir' })).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Acheter maintenant' })).toBeNull();
  expect(screen.queryByRole('textbox', { name: 'Quantité' })).toBeNull();
});

it('begins with the fewest pieces that can be ordered', async () => {
  const ruled = product();
  const quantityRule = { minimumQuantity: 12, maximumQuantity: 60, quantityStep: 6 };
  answerWith({
    '/session': { body: { token: 't', csrfToken: 'c', settings } },
    '/menus': { body: { menus: [] } },
    '/product/ambre': { body: { ...ruled.body, quantityRule } },
  });
  await open();
  expect(await screen.findByRole('textbox', { name: 'Quantité' })).toHaveValue('12');
  expect(screen.getByText('Par lots de 6, à partir de 12, 60 au plus')).toBeVisible();
  // The phone's bar says what would be paid for them.
  expect(screen.getByText('Ambre × 12').parentElement).toHaveTextContent('1 200 DA');
});

it('keeps the number of pieces that the shopper chose when the rule changes, and says that it can’t be ordered', async () => {
  const before = product();
  answerWith({
    '/session': { body: { token: 't', csrfToken: 'c', settings } },
    '/menus': { body: { menus: [] } },
    '/product/ambre': before,
  });
  await open();
  const quantity = await screen.findByRole('textbox', { name: 'Quantité' });
  await userEvent.clear(quantity);
  await userEvent.type(quantity, '7');
  await userEvent.tab();
  const quantityRule = { minimumQuantity: 12, maximumQuantity: 60, quantityStep: 6 };
  act(
    () =>
      void queryClient.setQueryData(productQuery('ambre').queryKey, {
        ...before.body,
        quantityRule,
      } as never),
  );
  await waitFor(() => expect(quantity).toBeInvalid());
  expect(quantity).toHaveValue('7');
  expect(quantity).toHaveAccessibleDescription(/^Cette quantité ne peut pas être commandée/);
  await userEvent.click(screen.getByRole('button', { name: 'Prendre 12' }));
  expect(quantity).toHaveValue('12');
  expect(quantity).toHaveAccessibleDescription(/à partir de 12, 60 au plus$/);
});
