import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { renderScreen } from '@/testing/render-screen.tsx';
import { LanguageLinks } from './language-links.tsx';

it('leads to all of the address in another language, to what a shared cart holds too', () => {
  renderScreen(<LanguageLinks />, { path: '/cart?page=2#p=a.b:2,c' });
  const link = screen.getByRole('link', { name: 'العربية' });
  expect(link).toHaveAttribute('href', '/ar/cart?page=2#p=a.b:2,c');
});

it('leads to an address without a hash as it is', () => {
  renderScreen(<LanguageLinks />, { path: '/new' });
  expect(screen.getByRole('link', { name: 'English' })).toHaveAttribute('href', '/en/new');
});
