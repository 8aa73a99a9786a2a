/** A listing that the gateway wrote, as it is opened: what it shows at every moment until all of it is the app's. */
import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { createRoot } from 'react-dom/client';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { answerWith } from '@/testing/answers.ts';
import { queryClient } from './api.ts';
import { startTakeover } from './parts/takeover.tsx';
import { makeRouter } from './router.ts';

const { root, NAMES } = vi.hoisted(() => {
  const NAMES = ['Ambre', 'Rose', 'Jasmin'];
  const cards = NAMES.map((name) => `<article class="card"><a class="card_name">${name}</a></article>`);
  document.body.innerHTML = `<div id="root"><header class="site-head"></header><main id="main"><h1>Nouveautés</h1>
    <div class="grid">${cards.join('')}</div></main></div>`;
  window.history.replaceState({}, '', '/new');
  return { root: document.getElementById('root') as HTMLElement, NAMES };
});
const card = (name: string) => ({
  id: name,
  slug: name.toLowerCase(),
  name,
  priceHt: 100,
  available: true,
  combinationsCount: 0,
  tagsRead: [],
  gridDisplayImagesForWeb: {},
});
const listing = {
  products: NAMES.map(card),
  title: '',
  description: '',
  breadcrumb: [],
  page: 1,
  size: 12,
  pageCount: 1,
  total: NAMES.length,
  sort: 'default',
  filterData: {
    brands: [],
    subCategories: [],
    attributes: [],
    features: [],
    priceRange: { min: 0, max: 100 },
  },
};
const settings = { activeAddToCart: true, shopName: 'Souk', phone: '', promoMessages: [], promises: [] };

beforeEach(() => {
  vi.spyOn(performance, 'getEntriesByType').mockReturnValue([
    { type: 'navigate' } as PerformanceNavigationTiming,
  ]);
  vi.stubGlobal('scrollTo', vi.fn());
  answerWith({
    '/session': { body: { token: 't', csrfToken: 'c', settings } },
    '/menus': { body: { menus: [] } },
  });
  queryClient.setQueryData(['settings'], settings);
  queryClient.setQueryData(['get', '/web/public/api/new/products', { params: { query: {} } }], listing);
});
afterEach(() => vi.restoreAllMocks());

it('shows one header, one page and every card at every moment, and the footer below all of them', async () => {
  const router = makeRouter();
  await router.load();
  startTakeover();
  const app = createRoot(root);
  app.render(
    <QueryClientProvider client={queryClient}>
      <RouterProvider router={router} />
    </QueryClientProvider>,
  );
  const all = (selector: string) => [...root.querySelectorAll(selector)];
  const seen = () => ({
    heads: all('.site-head').length,
    pages: all('main#main h1').length,
    cards: all('.grid > .card, .grid > div > .card').map(
      (one) => one.querySelector('.card_name')?.textContent,
    ),
    ours: all('.grid .card_add').length,
    feet: all('.site-foot').length,
  });
  const moments = [seen()];
  new MutationObserver(() => moments.push(seen())).observe(root, { childList: true, subtree: true });
  await vi.waitFor(() => expect(seen().feet).toBe(1));
  for (const { heads, pages, cards } of moments) {
    expect({ heads, pages, cards }).toEqual({ heads: 1, pages: 1, cards: NAMES });
  }
  expect(moments[0]).toMatchObject({ ours: 0, feet: 0 });
  expect([...new Set(moments.map(({ ours }) => ours))]).toEqual([0, 1, 2, 3]);
  expect(moments.every(({ ours, feet }) => feet === 0 || ours === NAMES.length)).toBe(true);
  app.unmount();
});
