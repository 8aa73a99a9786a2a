import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Compass } from 'lucide-react';
import { expect, it, vi } from 'vitest';
import { m } from '@/i18n/paraglide.gen/messages.js';
import { answerWith } from '@/testing/answers.ts';
import type { NavEntry } from '../recipe/navigation.ts';
import { renderStaffScreen } from '../testing/render-staff-screen.tsx';
import { SearchPalette } from './search-palette.tsx';

it('closes on Escape, with nothing typed and with something', async () => {
  answerWith({});
  const onClose = vi.fn();
  renderStaffScreen(<SearchPalette groups={[]} onClose={onClose} />, { permissions: [] });
  const input = await screen.findByRole('combobox');
  await userEvent.type(input, '{Escape}');
  expect(onClose).toHaveBeenCalledOnce();
  await userEvent.type(input, 'ta{Escape}');
  expect(onClose).toHaveBeenCalledTimes(2);
});

it('says that nothing was found, and nothing before it was looked for', async () => {
  answerWith({
    '/dashboard/api/orders': { body: { orders: [] } },
    '/dashboard/api/customers': { body: { customers: [] } },
    '/dashboard/api/products': { body: { products: [{ id: 'p', name: 'Savon', brand: '' }] } },
  });
  renderStaffScreen(<SearchPalette groups={[]} onClose={vi.fn()} />, { permissions: ['orders.read'] });
  const input = await screen.findByRole('combobox');
  await userEvent.type(input, 'savon');
  await waitFor(() => expect(screen.getByRole('status')).toHaveTextContent(m.db_topbar_search_none()));
});

it('finds a customer beside their orders, also where both are known by one id', async () => {
  Element.prototype.scrollIntoView = vi.fn();
  const order = { id: 'o', number: 'A-1', customerFullName: 'Amina Saadi', status: 'placed' };
  answerWith({
    '/dashboard/api/orders': { body: { orders: [order] } },
    '/dashboard/api/customers': {
      body: { customers: [{ id: 'o', fullName: 'Amina Saadi', phone: '0555123456' }] },
    },
  });
  renderStaffScreen(<SearchPalette groups={[]} onClose={vi.fn()} />, { permissions: ['orders.read'] });
  await userEvent.type(await screen.findByRole('combobox'), 'amina');
  const customer = await screen.findByRole('option', { name: /05 55 12 34 56/ });
  const [first] = screen.getAllByRole('option');
  expect(first).toHaveTextContent('A-1');
  await userEvent.keyboard('{ArrowDown}');
  expect(customer).toHaveAttribute('aria-selected', 'true');
  expect(first).toHaveAttribute('aria-selected', 'false');
});

it('offers the page first that is called as was typed, with accents or without', async () => {
  Element.prototype.scrollIntoView = vi.fn();
  answerWith({ '': { body: {} } });
  const entry = (to: string, label: string) => ({
    to: to as NavEntry['to'],
    icon: Compass,
    label: () => label,
    short: () => label,
    isRare: false,
  });
  const entries = [
    entry('/restock', 'Produits attendus'),
    entry('/products', 'Produits'),
    entry('/categories', 'Catégories'),
  ];
  const groups = [{ name: 'catalog' as const, label: null, entries }];
  renderStaffScreen(<SearchPalette groups={groups} onClose={vi.fn()} />, { permissions: [] });
  const input = await screen.findByRole('combobox');
  await userEvent.type(input, 'produits');
  const offered = () => screen.getAllByRole('option').map(({ textContent }) => textContent);
  expect(offered()).toEqual(['Produits', 'Produits attendus']);
  await userEvent.clear(input);
  await userEvent.type(input, 'categ');
  expect(offered()).toEqual(['Catégories']);
});

it('finds pages of text and posts, drafts too, for who may write them', async () => {
  Element.prototype.scrollIntoView = vi.fn();
  const title = { fr: 'Livraison', ar: '', en: '' };
  const category = { fr: 'Guides', ar: '', en: '' };
  const asked = answerWith({
    '/dashboard/api/cms-pages': { body: { pages: [{ id: 'c', title, isActive: false }] } },
    '/dashboard/api/blog-posts': {
      body: {
        posts: [
          { id: 'b', title, category, state: 'published' },
          { id: 'd', title, category, state: 'draft' },
        ],
      },
    },
  });
  renderStaffScreen(<SearchPalette groups={[]} onClose={vi.fn()} />, { permissions: ['content.write'] });
  await userEvent.type(await screen.findByRole('combobox'), 'livr');
  expect(await screen.findByRole('option', { name: /Livraison.*Guides$/ })).toBeVisible();
  expect(
    screen.getByRole('option', { name: new RegExp(`Livraison.*Guides.*${m.db_blog_draft()}`) }),
  ).toBeVisible();
  expect(
    await screen.findByRole('option', { name: new RegExp(`^Livraison ?${m.db_cms_draft()}$`) }),
  ).toBeVisible();
  expect(asked.map(({ path }) => path).some((path) => path.includes('/orders'))).toBe(false);
});
