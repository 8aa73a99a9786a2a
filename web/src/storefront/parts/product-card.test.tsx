import { cleanup, screen } from '@testing-library/react';
import { beforeEach, expect, it } from 'vitest';
import { makeQueryClient } from '@/api/query.ts';
import type { ProductCard as Card, Settings } from '@/api/types.ts';
import { renderScreen } from '@/testing/render-screen.tsx';
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
