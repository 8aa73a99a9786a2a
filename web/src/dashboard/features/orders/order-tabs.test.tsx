import { screen } from '@testing-library/react';
import { beforeEach, expect, it, vi } from 'vitest';
import { m } from '@/i18n/paraglide.gen/messages.js';
import { renderStaffScreen } from '../../testing/render-staff-screen.tsx';
import { OrderTabs } from './order-tabs.tsx';
import type { OrderSearch } from './search.ts';

// jsdom has no layout.
beforeEach(() => {
  Element.prototype.scrollIntoView = vi.fn();
});

function addressOf(tab: string, search: OrderSearch): string {
  const { unmount } = renderStaffScreen(<OrderTabs search={search} counts={undefined} />, {
    permissions: [],
  });
  const { search: address } = new URL((screen.getByRole('link', { name: tab }) as HTMLAnchorElement).href);
  unmount();
  return address;
}

it('orders those to be called again by their next call, and nobody else', () => {
  const toCall: OrderSearch = { status: 'unreachable', sort: 'nextCall' };
  expect(addressOf(m.db_tab_unreachable(), { sort: 'oldest' })).toBe('?sort=nextCall&status=unreachable');
  expect(addressOf(m.db_tab_placed(), toCall)).toBe('?status=placed');
  expect(addressOf(m.db_all(), toCall)).toBe('');
  expect(addressOf(m.db_tab_placed(), { sort: 'oldest' })).toBe('?sort=oldest&status=placed');
});
