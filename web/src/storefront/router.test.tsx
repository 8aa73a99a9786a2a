import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, it, vi } from 'vitest';
import { answerWith } from '@/testing/answers.ts';
import { queryClient } from './api.ts';
import { makeRouter } from './router.ts';
import { seenStore } from './state/seen-store.ts';

const card = (name: string) => ({
  id: name,
  slug: name.toLowerCase(),
  name,
  priceHt: 100,
  available: true,
  combinationsCount: 0,
  tagsRead: [],
  gridDisplayImagesForWeb: {},
  mainCategoryRead: { uuid: 'c', name: 'Parfums', slug: 'parfums' },
});
const listing = (names: readonly string[], page: number) => ({
  body: {
    products: names.map(card),
    title: '',
    description: '',
    breadcrumb: [],
    page,
    size: 12,
    pageCount: 2,
    total: names.length,
    sort: 'default',
    filterData: {
      brands: [],
      subCategories: [],
      attributes: [],
      features: [],
      priceRange: { min: 0, max: 100 },
    },
  },
});
const settings = {
  activeAddToCart: true,
  shopName: 'Souk',
  phone: '',
  promoMessages: [],
  promises: [],
  priceBasis: 'ht',
};
const SHOP = {
  '/session': { body: { token: 't', csrfToken: 'c', settings } },
  '/menus': { body: { menus: [] } },
};

const NOTHING_FOUND = { body: { categories: [], brands: [], products: [] } };

beforeEach(() => {
  queryClient.clear();
  vi.stubGlobal('IntersectionObserver', vi.fn());
  vi.stubGlobal('scrollTo', vi.fn());
});

async function open(path: string) {
  window.history.replaceState({}, '', path);
  const router = makeRouter();
  await router.load();
  render(
    <QueryClientProvider client={queryClient}>
      <RouterProvider router={router} />
    </QueryClientProvider>,
  );
  return router;
}

it('shows a listing at once when the page brought its data, and asks for nothing again', async () => {
  const asked = answerWith({ ...SHOP, '/new/products': { status: 500, body: {} } });
  const key = ['get', '/web/public/api/new/products', { params: { query: {} } }];
  queryClient.setQueryData(key, listing(['Ambre'], 1).body);
  await open('/new');
  expect(await screen.findByRole('link', { name: 'Ambre' })).toBeVisible();
  expect(asked.some(({ path }) => path.endsWith('/new/products'))).toBe(false);
});

it('keeps old cards dimmed and says so when the next ones do not come, until they do', async () => {
  let answer: { status?: number; body: unknown } = listing(['Ambre'], 1);
  answerWith({ ...SHOP, '/new/products': () => answer });
  await open('/new');
  await screen.findByRole('link', { name: 'Ambre' });
  answer = { status: 500, body: {} };
  await userEvent.click(screen.getByRole('link', { name: 'Page 2' }));
  const alert = await screen.findByRole('alert');
  expect(screen.getByRole('link', { name: 'Ambre' }).closest('.grid')).toHaveAttribute('data-stale');
  answer = listing(['Rose'], 2);
  await userEvent.click(screen.getByRole('button', { name: 'Réessayer' }));
  expect(await screen.findByRole('link', { name: 'Rose' })).toBeVisible();
  expect(alert).not.toBeInTheDocument();
});

it('follows a category to its new address, and keeps what it was narrowed by', async () => {
  answerWith({
    ...SHOP,
    '/category/products/bain': {
      status: 404,
      body: { code: 'catalog.moved', facts: { movedTo: 'hygiene' } },
    },
    '/category/products/hygiene': listing(['Savon'], 1),
  });
  await open('/catalog/category/bain?sort=price_asc');
  expect(await screen.findByRole('link', { name: 'Savon' })).toBeVisible();
  expect(window.location.pathname + window.location.search).toBe('/catalog/category/hygiene?sort=price_asc');
});

it('begins another page at its title', async () => {
  answerWith({ ...SHOP, '/new/products': listing(['Ambre'], 1), '/featured/products': listing([], 1) });
  document.head.innerHTML = '<title>Souk</title><link rel="canonical" href="https://shop.test/new">';
  await open('/new');
  const cart = await screen.findByRole('link', { name: 'Ambre' });
  expect(cart).toBeVisible();
  await userEvent.click(
    (await screen.findAllByRole('link', { name: 'Suivre ma commande' }))[0] as HTMLElement,
  );
  await waitFor(() => expect(screen.getByRole('heading', { level: 1 })).toHaveFocus());
  await waitFor(() => expect(document.title).toBe('Suivre ma commande · Souk'));
  expect(document.querySelectorAll('title')).toHaveLength(1);
  expect(document.querySelector('link[rel=canonical]')).not.toBeInTheDocument();
});

it('says in the field what was searched, after the browser’s Back too', async () => {
  answerWith({ ...SHOP, '/search/products': listing(['Ambre'], 1), '/suggest': NOTHING_FOUND });
  await open('/search?q=bougie');
  const [field] = await screen.findAllByRole('combobox');
  if (!field) throw new Error('the page has no search field');
  expect(field).toHaveValue('bougie');
  await userEvent.clear(field);
  await userEvent.type(field, 'lampe{Enter}');
  await waitFor(() => expect(window.location.search).toBe('?q=lampe'));
  window.history.back();
  await waitFor(() => expect(field).toHaveValue('bougie'));
});

it('asks what to search for where no words are given, and asks the shop nothing', async () => {
  const asked = answerWith({ ...SHOP, '/new/products': listing(['Ambre'], 1) });
  const router = await open('/new');
  await screen.findByRole('link', { name: 'Ambre' });
  await router.navigate({ to: '/search' });
  expect(await screen.findByRole('heading', { level: 1, name: 'Rechercher' })).toBeVisible();
  await waitFor(() => expect(document.activeElement?.matches('search input')).toBe(true));
  expect(document.title).toBe('Rechercher · Souk');
  expect(asked.some(({ path }) => path.includes('/search/'))).toBe(false);
});

const combination = (value: string, isDefault: boolean) => ({
  id: value,
  isDefault,
  available: true,
  priceHt: 100,
  displayName: value,
  images: [],
  values: [{ type: 'size', type_label: 'Taille', value }],
});
const product = (page: string) => ({
  id: 'p',
  uid: 'p',
  slug: 'savon',
  name: 'Savon',
  page,
  priceHt: 100,
  priceBasis: 'ht',
  breadcrumb: [{ id: 'c', name: 'Bain', slug: 'bain' }],
  brandRead: { uuid: 'b', name: 'Nour', slug: 'nour', logo: '' },
  shortDescription: 'Doux',
  longDescription: '',
  seoTitle: '',
  images: [],
  combinations: [combination('Petit', true), combination('Grand', false)],
  featureValuesRead: [],
  productsInPackSerialized: [],
  rating: { average: 4.5, count: 2, counts: [0, 0, 0, 1, 1] },
  available: true,
});

it('follows a product to its new address, with the combination that was named', async () => {
  class Watcher {
    observe() {}
    disconnect() {}
  }
  vi.stubGlobal('IntersectionObserver', Watcher);
  answerWith({
    ...SHOP,
    '/api/product/savonnette': {
      status: 404,
      body: { code: 'catalog.moved', facts: { movedTo: 'savon', movedBelow: 'soins' } },
    },
    '/api/product/savon': { body: product('simpler') },
    '/wilayas': { body: [] },
  });
  await open('/catalog/product/bain/savonnette?combination=Grand');
  expect(await screen.findByRole('heading', { level: 1, name: 'Savon' })).toBeVisible();
  expect(window.location.pathname + window.location.search).toBe(
    '/catalog/product/soins/savon?combination=Grand',
  );
});

it.each([
  ['full', { tabs: true, picker: true, pictures: true, price: true, open: false }],
  ['simpler', { tabs: false, picker: true, pictures: true, price: true, open: false }],
  ['minimal', { tabs: false, picker: false, pictures: false, price: false, open: true }],
  ['no_picker', { tabs: true, picker: false, pictures: true, price: true, open: false }],
])('shows of a product what its %s page does', async (page, parts) => {
  class Watcher {
    observe() {}
    disconnect() {}
  }
  vi.stubGlobal('IntersectionObserver', Watcher);
  answerWith({
    ...SHOP,
    '/api/product/savon': { body: product(page) },
    '/wilayas': { body: [] },
  });
  await open('/catalog/product/bain/savon');
  expect(await screen.findByRole('heading', { level: 1, name: 'Savon' })).toBeVisible();
  const has = (selector: string) => document.querySelector(selector) !== null;
  expect({
    tabs: has('[role=tablist]'),
    picker: has('.choice_all'),
    pictures: has('.gallery'),
    price: has('.buy-box_price'),
    open: has('#order-lastname'),
  }).toEqual(parts);
  expect(screen.queryByRole('button', { name: 'Fermer le formulaire' })).not.toBeInTheDocument();
  if (parts.tabs)
    await waitFor(() => expect(has('.own-rows') && has('.share')).toBe(true), { timeout: 10_000 });
  else expect(has('.own-rows') || has('.share')).toBe(false);
  expect(seenStore.get()).toEqual(['p']);
  expect(screen.queryByText('Nour') !== null).toBe(parts.tabs);
});

const draft = (thing: unknown, isShown = false) => ({
  body: { link: '/pages/livraison', isShown, endsAt: '2026-12-07T10:00:00Z', thing },
});

it('shows a product that is not published to who has its link, and takes no order of it', async () => {
  class Watcher {
    observe() {}
    disconnect() {}
  }
  vi.stubGlobal('IntersectionObserver', Watcher);
  const asked = answerWith({ ...SHOP, '/draft/tok': draft({ kind: 'product', of: product('full') }) });
  await open('/preview/tok');
  expect(await screen.findByRole('heading', { level: 1, name: 'Savon' })).toBeVisible();
  expect(screen.getByRole('complementary')).toHaveTextContent(/Brouillon : .* jusqu’au 7 déc\. 2026/);
  expect(screen.getByText('Ce produit ne peut pas être commandé.')).toBeVisible();
  for (const name of ['Ajouter au panier', 'Acheter maintenant', 'Commander']) {
    expect(screen.queryByRole('button', { name })).not.toBeInTheDocument();
  }
  expect(document.querySelector('form:not([role=search], search form)')).toBeNull();
  expect(asked.some(({ path }) => path.includes('/wilayas') || path.includes('cross_selling'))).toBe(false);
});

it('shows a page of text that is not published, and leads to the page once it is', async () => {
  const page = {
    title: 'Livraison',
    slug: 'livraison',
    html: '<p>48 h</p>',
    seoTitle: '',
    seoDescription: '',
  };
  const shop = { ...SHOP, '/cms-page/livraison': { body: page } };
  answerWith({ ...shop, '/draft/tok': draft({ kind: 'page', of: page }) });
  await open('/preview/tok');
  expect(await screen.findByText('48 h')).toBeVisible();
  expect(screen.getByRole('complementary')).toBeVisible();
  queryClient.clear();
  answerWith({ ...shop, '/draft/other': draft({ kind: 'page', of: page }, true) });
  await open('/preview/other');
  await waitFor(() => expect(window.location.pathname).toBe('/pages/livraison'));
});

it('says that a link to a draft is over', async () => {
  answerWith({ ...SHOP, '/draft/old': { status: 404, body: { code: 'not_found' } } });
  await open('/preview/old');
  expect(await screen.findByText('Ce lien d’aperçu n’est plus valable')).toBeVisible();
});

it('says of a page that was taken away that it is gone', async () => {
  answerWith({ ...SHOP, '/cms-page/livraison': { status: 404, body: { code: 'catalog.gone' } } });
  await open('/pages/livraison');
  const [title] = await screen.findAllByText('Cette page n’existe plus');
  expect(title).toBeInTheDocument();
});
