import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it, vi } from 'vitest';
import * as m from '@/i18n/paraglide.gen/messages.js';
import { PromoRotator } from './promo-rotator.tsx';

const MESSAGES = ['Livraison partout', 'Retour gratuit'];
const bar = () => screen.getByText('Livraison partout').closest('[class*=promo]');
const pause = () => userEvent.click(screen.getByRole('button', { name: m.sf_promo_pause() }));

it('shows the whole of a message to who stops it, until it goes on', async () => {
  render(<PromoRotator messages={MESSAGES} />);
  expect(bar()).toHaveAttribute('data-turning');
  expect(bar()).not.toHaveAttribute('data-stopped');
  await pause();
  expect(bar()).not.toHaveAttribute('data-turning');
  expect(bar()).toHaveAttribute('data-stopped');
  await pause();
  expect(bar()).not.toHaveAttribute('data-stopped');
});

it('shows the whole of a message to who asked for less motion, and covers nothing', async () => {
  vi.stubGlobal('matchMedia', () => ({ matches: true }));
  render(<PromoRotator messages={MESSAGES} />);
  expect(screen.getByRole('button')).toHaveAttribute('aria-pressed', 'true');
  expect(bar()).not.toHaveAttribute('data-turning');
  expect(bar()).not.toHaveAttribute('data-stopped');
  await pause();
  expect(bar()).toHaveAttribute('data-turning');
  vi.unstubAllGlobals();
});
