import { expect, it } from 'vitest';
import { isOpenTo, visibleNavigation } from './nav.ts';

const seesOrdersOnly = (permission: string) => permission === 'orders.read';

it('offers only what the person may open', () => {
  const entries = visibleNavigation(seesOrdersOnly).flatMap((group) => group.entries.map(({ to }) => to));
  expect(entries).toEqual(['/', '/orders']);
});

it('closes an address that is not in the menu of the person', () => {
  const open = (pathname: string) => isOpenTo(pathname, seesOrdersOnly);
  expect(['/', '/orders', '/orders/o'].map(open)).toEqual([true, true, true]);
  expect(['/payments', '/payments/new', '/products/p', '/stock'].some(open)).toBe(false);
});
