import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it, vi } from 'vitest';
import { answerWith } from '@/testing/answers.ts';
import { renderScreen } from '@/testing/render-screen.tsx';
import { SiteHeader } from './site-header.tsx';

const line = vi.hoisted(() => ({ isThere: false }));
vi.mock('./menu-sheet.tsx', () => ({
  get MenuSheet() {
    if (!line.isThere) throw new TypeError('Failed to fetch dynamically imported module');
    return () => <p>menu</p>;
  },
}));

it('says that the menu did not load, and opens it on another try', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => {});
  answerWith({ '/app': new TypeError('offline') });
  renderScreen(<SiteHeader onOpenCart={() => {}} />);
  const button = screen.getByRole('button', { name: 'Menu' });
  await userEvent.click(button);
  expect(await screen.findByRole('alert')).toBeVisible();
  await userEvent.click(screen.getByRole('button', { name: 'Fermer' }));
  expect(screen.queryByRole('alert')).toBeNull();
  await userEvent.click(button);
  line.isThere = true;
  await userEvent.click(await screen.findByRole('button', { name: 'Réessayer' }));
  await waitFor(() => expect(screen.getByText('menu')).toBeVisible());
  expect(screen.queryByRole('alert')).toBeNull();
});
