import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { renderScreen } from '@/testing/render-screen.tsx';
import { MenuLink } from './menu-link.tsx';

const entry = (link: string) => <MenuLink item={{ label: 'Mug', link, accent: false, children: [] }} />;

it.each(['/new', '/ar/new', '/en/new'])('marks the entry %s of the page that is shown', (link) => {
  renderScreen(entry(link), { path: '/new?page=2' });
  expect(screen.getByRole('link', { name: 'Mug', current: 'page' })).toBeVisible();
});

it.each(['/', '/featured', '/ar'])('marks no entry %s of another page', (link) => {
  renderScreen(entry(link), { path: '/new' });
  expect(screen.getByRole('link', { name: 'Mug' })).not.toHaveAttribute('aria-current');
});

it('marks a list on none of the pages below it', () => {
  renderScreen(entry('/blog'), { path: '/blog/bien-choisir' });
  expect(screen.getByRole('link', { name: 'Mug' })).not.toHaveAttribute('aria-current');
});

it.each([
  ['/new', false],
  ['/new?sort=price_asc', true],
])('marks an entry of a list in an order of its own at %s: %s', (path, isMarked) => {
  renderScreen(entry('/new?sort=price_asc'), { path });
  const link = screen.getByRole('link', { name: 'Mug' });
  if (isMarked) expect(link).toHaveAttribute('aria-current', 'page');
  else expect(link).not.toHaveAttribute('aria-current');
});
