import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { renderScreen } from '@/testing/render-screen.tsx';
import { Pages } from './pages.tsx';

it.each([1, 2, 3])('marks page %i alone as the one that is shown', (page) => {
  const search = page > 1 ? { page } : {};
  renderScreen(<Pages page={page} pageCount={3} search={search} />, {
    path: page > 1 ? `/new?page=${page}` : '/new',
  });
  const current = screen.getAllByRole('link', { current: 'page' });
  expect(current.map((link) => link.textContent)).toEqual([String(page)]);
});
