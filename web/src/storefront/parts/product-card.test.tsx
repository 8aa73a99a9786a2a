import { cleanup, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, it, vi } from 'vitest';
import { makeQueryClient } from '@/api/query.ts';
import type { ProductCard as Card, ProductPage, Settings } from '@/api/types.ts';
import { type Answer, answerWith } from '@/testing/answers.ts';
import { renderScreen } from '@/testing/render-screen.tsx';
import { productQuery, queryClient } from '../api.ts';
import { cartStore, SHOW_COMBINATION_MODAL } from '../state/cart-store.ts';
import { ProductCard } from './product-card.tsx';

const product = {
  id: 'p1',
  slug: 'ambre',
  name: 'Ambre',
  priceHt: 100,
  available: true,
  combinationsCount: 0,
  tagsRead: [],
  gridDisplayImagesForWeb: {},
  brandRead: { uuid: 'b', name: 'Tassili', slug: 'tassili', logo: '/media/tassili.webp' },
  mainCategoryRead: { uuid: 'c', name: 'Parfums', slug: 'parfums' },
} as unknown as Card;

let queries = makeQueryClient();
beforeEach(() => {
  queries = makeQueryClient();
});

function show(activeAddToCart: boolean, card = product) {
  queries.setQueryData(['settings'], { activeAddToCart } as Settings);
  renderScreen(<ProductCard product={card} />, { queries });
}

it('leads to its category and shows the brand’s logo', () => {
  show(true);
  expect(screen.getByRole('link', { name: 'Parfums' })).toHaveAttribute('href', '/catalog/category/parfums');
  expect(screen.getByRole('img', { name: 'Tassili' })).toHaveAttribute('src', '/media/tassili.webp');
});

it('leads to what the list is narrowed to by one value of an attribute', () => {
  queries.setQueryData(['settings'], { activeAddToCart: true } as Settings);
  const filters = { 'attributes.color': ['Noir'], 'attributes.size': ['L', 'M'], brands: ['tassili'] };
  const search = { page: 2, filters };
  renderScreen(<ProductCard product={{ ...product, packMode: 'flexible' }} search={search} />, { queries });
  const href = '/catalog/product/parfums/ambre?attributes.color=Noir';
  expect(screen.getByRole('link', { name: 'Ambre' })).toHaveAttribute('href', href);
  expect(screen.getByRole('link', { name: 'Choisir : Ambre' })).toHaveAttribute('href', href);
});

it('names a brand that has no logo of its own', () => {
  show(true, { ...product, brandRead: { uuid: 'b', name: 'Tassili', slug: 't', logo: 'default-logo.png' } });
  expect(screen.getByText('Tassili')).toBeVisible();
});

it('shows the merchant’s first tag, and the reduction instead while there is one', () => {
  const tagged = { ...product, tagsRead: [{ name: 'Fait main' }, { name: 'Cadeau' }] };
  show(true, tagged);
  expect(screen.getByText('Fait main')).toBeVisible();
  expect(screen.queryByText('Cadeau')).toBeNull();
  cleanup();
  show(true, {
    ...tagged,
    productPriceAfterPromotion: 80,
    promotionRead: { value: 20, ruleType: 'percentage' },
  } as Card);
  expect(screen.queryByText('Fait main')).toBeNull();
});

it('shows the tag that is in the page’s letters, else the first', () => {
  const tagged = (...names: string[]) => ({ ...product, tagsRead: names.map((name) => ({ name })) });
  renderScreen(<ProductCard product={tagged('Cadeau', 'هدية')} />, { queries, locale: 'ar' });
  expect(screen.getByText('هدية')).toBeVisible();
  expect(screen.queryByText('Cadeau')).toBeNull();
  cleanup();
  renderScreen(<ProductCard product={tagged('هدية', 'Cadeau')} />, { queries });
  expect(screen.getByText('Cadeau')).toBeVisible();
  cleanup();
  renderScreen(<ProductCard product={tagged('Cadeau')} />, { queries, locale: 'ar' });
  expect(screen.getByText('Cadeau')).toBeVisible();
});

it('hides adding to the cart where the shop sells by the order form alone', () => {
  show(false);
  expect(screen.queryByRole('button')).toBeNull();
});

it('leads to the page of a pack that is chosen there', () => {
  show(true, { ...product, packMode: 'flexible' });
  expect(screen.queryByRole('button')).toBeNull();
  const choose = screen.getByRole('link', { name: 'Choisir : Ambre' });
  expect(choose).toHaveAttribute('href', screen.getByRole('link', { name: 'Ambre' }).getAttribute('href'));
});

it.each([
  ['here', 1],
  ['elsewhere', 0],
] as const)('asks which one only where it was added: %s', async (place, times) => {
  queryClient.clear();
  window.history.replaceState({}, '', '/here');
  const asks = vi.fn();
  window.addEventListener(SHOW_COMBINATION_MODAL, asks);
  let answer = (_: Answer) => {};
  const asked = answerWith({
    '/session': { body: { token: 't', csrfToken: 'c' } },
    '/product/ambre': () => new Promise<Answer>((resolve) => (answer = resolve)),
  });
  show(true, { ...product, combinationsCount: 2 });
  const button = screen.getByRole('button');
  await userEvent.dblClick(button);
  expect(button).toHaveAttribute('aria-busy', 'true');
  expect(button).toHaveAccessibleName('Chargement…');
  await waitFor(() => expect(asked.filter(({ path }) => path.endsWith('/product/ambre'))).toHaveLength(1));
  window.history.pushState({}, '', `/${place}`);
  answer({ body: { combinations: [] } });
  await waitFor(() => expect(button).toHaveAttribute('aria-busy', 'false'));
  expect(asks).toHaveBeenCalledTimes(times);
  window.removeEventListener(SHOW_COMBINATION_MODAL, asks);
});

it('says of a product’s one combination what its page said', async () => {
  const values = [{ type: 'size', type_label: 'Contenance', value: '50 ml' }];
  const images = [
    { id: 'i1', imagesIdsAndSizes: [] },
    { id: 'i2', imagesIdsAndSizes: [{ name: 'SMALL_PRODUCT', displayUrl: '/media/small.jpg' }] },
  ];
  queryClient.setQueryData(productQuery('ambre').queryKey, {
    images,
    combinations: [{ id: 'c50', images: ['i2'], values }],
  } as unknown as ProductPage);
  cartStore.set([]);
  show(true, { ...product, combinationsCount: 1, defaultCombinationId: 'c50' });
  await userEvent.click(screen.getByRole('button'));
  expect(cartStore.get()).toMatchObject([
    { combinationId: 'c50', attributes: { size: '50 ml' }, image: '/media/small.jpg' },
  ]);
  queryClient.clear();
});

it.each([
  ['fr', 'En solde'],
  ['ar', 'تخفيضات'],
  ['en', 'On sale'],
] as const)(
  'says that it is in the sale, in the place of a tag and not of a reduction (%s)',
  (locale, words) => {
    queries.setQueryData(['settings'], { activeAddToCart: true } as Settings);
    const onSale = { ...product, isOnSale: true, tagsRead: [{ name: 'Cadeau' }] };
    renderScreen(<ProductCard product={onSale} />, { queries, locale });
    expect(screen.getByText(words)).toBeVisible();
    expect(screen.queryByText('Cadeau')).toBeNull();
    cleanup();
    renderScreen(<ProductCard product={{ ...onSale, productPriceAfterPromotion: 80 }} />, {
      queries,
      locale,
    });
    expect(screen.queryByText(words)).toBeNull();
  },
);

it.each([
  ['fr', 'Dès le 31 décembre 2100'],
  ['ar', 'ابتداءً من 31 ديسمبر 2100'],
  ['en', 'From 31 December 2100'],
] as const)('says from when on it can be ordered, and adds nothing until then (%s)', (locale, words) => {
  queries.setQueryData(['settings'], { activeAddToCart: true } as Settings);
  renderScreen(<ProductCard product={{ ...product, availableFrom: '2100-12-31' }} />, { queries, locale });
  expect(screen.getByText(words)).toBeVisible();
  expect(screen.queryByRole('button')).toBeNull();
});

it('is a card as any other from its day on', () => {
  show(true, { ...product, availableFrom: '2000-01-01' });
  expect(screen.queryByText(/^Dès le/)).toBeNull();
  expect(screen.getByRole('button')).toBeInTheDocument();
});
