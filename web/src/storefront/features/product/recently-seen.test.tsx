import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, it, vi } from 'vitest';
import type { ProductPage } from '@/api/types.ts';
import { answerWith } from '@/testing/answers.ts';
import { renderScreen } from '@/testing/render-screen.tsx';
import { queryClient } from '../../api.ts';
import { noteSeen, seenStore } from '../../state/seen-store.ts';
import { Below } from './below.tsx';
import { RecentlySeen } from './recently-seen.tsx';

const card = (id: string) => ({
  id,
  slug: id,
  name: `Savon ${id}`,
  priceHt: 100,
  available: true,
  combinationsCount: 0,
  tagsRead: [],
  gridDisplayImagesForWeb: {},
  mainCategoryRead: { uuid: 'c', name: 'Bain', slug: 'bain' },
});

const NOW = { id: 'now', uid: 'now' } as ProductPage;

/** All that it watches is in view at once. */
class Seeing {
  readonly #tell: (entries: { isIntersecting: boolean }[]) => void;
  constructor(tell: (entries: { isIntersecting: boolean }[]) => void) {
    this.#tell = tell;
  }
  observe() {
    this.#tell([{ isIntersecting: true }]);
  }
  disconnect() {}
}

beforeEach(() => {
  queryClient.clear();
  seenStore.set([]);
  vi.stubGlobal('IntersectionObserver', Seeing);
});

it('keeps twelve products, each once, the newest first', () => {
  for (let at = 1; at <= 14; at += 1) noteSeen(`p${at}`);
  noteSeen('p10');
  expect(seenStore.get()).toEqual('p10 p14 p13 p12 p11 p9 p8 p7 p6 p5 p4 p3'.split(' '));
  localStorage.setItem('recentlySeen', '{"not":"a list"}');
  seenStore.reload();
  expect(seenStore.get()).toEqual([]);
});

it('shows in their order those that are still sold, and not the one that is looked at', async () => {
  for (const id of ['a', 'b', 'gone', 'c', 'now']) noteSeen(id);
  const asked = answerWith({
    '/web/api/session': { body: { token: 't', csrfToken: 'c', settings: {} } },
    '/web/public/api/products': { body: { products: [card('a'), card('b'), card('c')] } },
  });
  renderScreen(<RecentlySeen product={NOW} />, { queries: queryClient });
  await waitFor(() => expect(screen.getAllByRole('link', { name: /^Savon/ })).toHaveLength(3));
  const names = screen.getAllByRole('link', { name: /^Savon/ }).map(({ textContent }) => textContent);
  expect(names).toEqual(['Savon c', 'Savon b', 'Savon a']);
  expect(screen.getByRole('region', { name: 'Vus récemment' })).toBeVisible();
  expect(asked.filter(({ path }) => path.endsWith('/products'))).toHaveLength(1);
});

it('leaves out what the rows above show already', async () => {
  for (const id of ['a', 'b', 'c', 'now']) noteSeen(id);
  const none = { productsFromSameBrand: [], productsFromSameCategory: [], newProducts: [] };
  answerWith({
    '/web/api/session': { body: { token: 't', csrfToken: 'c', settings: {} } },
    '/web/public/api/products': { body: { products: [card('a'), card('b'), card('c')] } },
    '/cross_selling/now/00000000-0000-0000-0000-000000000000/00000000-0000-0000-0000-000000000000': {
      body: { ...none, relatedProducts: [card('b'), card('other')] },
    },
  });
  renderScreen(<Below product={NOW} />, { queries: queryClient });
  const seen = await screen.findByRole('region', { name: 'Vus récemment' });
  await screen.findByRole('link', { name: 'Savon other' });
  const names = within(seen).getAllByRole('link', { name: /^Savon/ });
  expect(names.map(({ textContent }) => textContent)).toEqual(['Savon c', 'Savon a']);
});

it('asks for nothing where nothing was seen before', () => {
  noteSeen('now');
  const asked = answerWith({});
  renderScreen(<RecentlySeen product={NOW} />, { queries: queryClient });
  expect(screen.queryByRole('region')).not.toBeInTheDocument();
  expect(asked).toEqual([]);
});
