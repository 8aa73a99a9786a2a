import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { renderScreen } from '@/testing/render-screen.tsx';
import { ShopLink } from './shop-link.tsx';

it.each([
  ['/catalog/product/parfums/ambre?combination=c1', '/catalog/product/parfums/ambre?combination=c1'],
  ['/ar/pages/livraison', '/pages/livraison'],
  ['/en', '/'],
  ['/arabica/x', '/arabica/x'],
  ['/pages/livraison#delais', '/pages/livraison#delais'],
  ['/ar/new?sort=price_asc&utm_source=x', '/new?sort=price_asc'],
  ['https://example.dz/ar/x', 'https://example.dz/ar/x'],
])('leads from %s to %s', (href, address) => {
  renderScreen(<ShopLink href={href}>x</ShopLink>);
  expect(screen.getByRole('link')).toHaveAttribute('href', address);
});
