import { expect, it } from 'vitest';
import { makeQueryClient } from '@/api/query.ts';
import { makeRouter } from '../router.tsx';
import { navigation } from './navigation.ts';
import { isOpenTo } from './screen.ts';

const { routesById } = makeRouter(makeQueryClient());
const seesOrdersOnly = (permission: string) => permission === 'orders.read';

function addresses(allowed: (permission: string) => boolean) {
  return navigation(routesById, allowed).flatMap((group) => group.entries.map(({ to }) => to));
}

it('offers every screen of the menu in its order', () => {
  expect(addresses(() => true)).toEqual([
    '/',
    '/orders',
    '/customers',
    '/draft-carts',
    '/restock',
    '/transporters',
    '/delivery-area',
    '/stock',
    '/expeditions',
    '/warehouses',
    '/products',
    '/categories',
    '/brands',
    '/brand-lines',
    '/collections',
    '/attributes',
    '/features',
    '/promotions',
    '/reviews',
    '/no-result-searches',
    '/synonyms',
    '/payments',
    '/employees',
    '/journal',
    '/home-blocks',
    '/menus',
    '/cms-pages',
    '/blog-posts',
    '/blog-categories',
    '/theme',
    '/settings',
    '/maintenance',
  ]);
});

it('offers only what the person may open', () => {
  expect(addresses(seesOrdersOnly)).toEqual(['/', '/orders', '/customers']);
});

it('closes an address that is not for the person, whatever stands above it', () => {
  const open = (id: keyof typeof routesById, allowed: (permission: string) => boolean) =>
    isOpenTo(routesById[id].options.staticData.screen, allowed);
  const ids = ['/', '/orders', '/orders/$id', '/account'] as const;
  expect(ids.map((id) => open(id, seesOrdersOnly))).toEqual([true, true, true, true]);
  const closed = ['/payments', '/payments/new', '/products/$id', '/stock'] as const;
  expect(closed.some((id) => open(id, seesOrdersOnly))).toBe(false);
  expect(open('/payments/new', (permission) => permission === 'payments.read')).toBe(false);
});
