import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, it, vi } from 'vitest';
import type { CartLine } from '@/domain/cart.ts';
import { MOST_SHARED } from '@/domain/shared-cart.ts';
import * as m from '@/i18n/paraglide.gen/messages.js';
import { renderScreen } from '@/testing/render-screen.tsx';
import { ShareCart } from './share-cart.tsx';

const line: CartLine = {
  productId: 'p',
  combinationId: null,
  unitPrice: 100,
  quantity: 2,
  name: 'Savon',
  image: '',
  attributes: {},
  link: '/catalog/product/bain/savon',
};

function offer(what: object) {
  for (const [name, value] of Object.entries(what))
    Object.defineProperty(navigator, name, { value, configurable: true });
}

afterEach(() => {
  for (const name of ['share', 'clipboard']) Reflect.deleteProperty(navigator, name);
});

it('shares the cart’s address by what the device offers, in the language of the page', async () => {
  const share = vi.fn().mockResolvedValue(undefined);
  offer({ share });
  renderScreen(<ShareCart lines={[line]} />, { locale: 'ar' });
  await userEvent.click(screen.getByRole('button', { name: m.sf_share_cart() }));
  const url = `${window.location.origin}/ar/checkout/cart/view#cart=savon.2`;
  expect(share).toHaveBeenCalledWith({ title: m.sf_cart(), url });
});

it('copies it elsewhere', async () => {
  const user = userEvent.setup();
  const writeText = vi.fn().mockResolvedValue(undefined);
  offer({ clipboard: { writeText } });
  renderScreen(<ShareCart lines={[line]} />, { locale: 'fr' });
  await user.click(screen.getByRole('button', { name: m.sf_copy_link() }));
  expect(writeText).toHaveBeenCalledWith(`${window.location.origin}/checkout/cart/view#cart=savon.2`);
});

it('says so where the cart is too long for an address', () => {
  const lines = Array.from({ length: MOST_SHARED + 1 }, (_, at) => ({ ...line, link: `/p/p${at}` }));
  renderScreen(<ShareCart lines={lines} />, { locale: 'fr' });
  expect(screen.getByText(m.sf_share_cart_long({ most: String(MOST_SHARED) }))).toBeTruthy();
});
