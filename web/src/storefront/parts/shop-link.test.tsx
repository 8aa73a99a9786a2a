import { createEvent, fireEvent, screen, waitFor } from '@testing-library/react';
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

it('opens its page in the app, but leaves other tabs and other sites to the browser', async () => {
  const { history } = renderScreen(
    <>
      <ShopLink href="/ar/new?sort=price_asc">here</ShopLink>
      <ShopLink href="/new" target="_blank">
        tab
      </ShopLink>
      <ShopLink href="https://example.dz/x">there</ShopLink>
    </>,
  );
  const click = (name: string, keys = {}) => {
    const link = screen.getByRole('link', { name });
    const event = createEvent.click(link, { button: 0, ...keys });
    fireEvent(link, event);
    return event.defaultPrevented;
  };
  expect(click('here', { ctrlKey: true })).toBe(false);
  expect(click('here', { button: 1 })).toBe(false);
  expect(click('tab')).toBe(false);
  expect(click('there')).toBe(false);
  expect(history.location.pathname).toBe('/');
  expect(click('here')).toBe(true);
  await waitFor(() => expect(history.location.pathname).toBe('/new'));
});
