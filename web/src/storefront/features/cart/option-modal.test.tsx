import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it, vi } from 'vitest';
import type { Combination, ImageSize } from '@/api/types.ts';
import { pathInLocale } from '@/i18n/locale.ts';
import { renderScreen } from '@/testing/render-screen.tsx';
import { cartStore } from '../../state/cart-store.ts';
import { OptionModal } from './option-modal.tsx';

const combination = (id: string, value: string, available: boolean) =>
  ({ id, priceHt: 100, available, values: [{ value }] }) as Combination;

it.each([
  ['fr', 'Me prévenir', 'Me prévenir, 50 ml'],
  ['ar', 'أعلموني', 'أعلموني، 50 ml'],
  ['en', 'Tell me', 'Tell me, 50 ml'],
] as const)('leads to where the return of a sold-out choice is told of (%s)', async (locale, text, name) => {
  const onClose = vi.fn();
  const request = {
    productId: 'p1',
    price: 100,
    name: 'Ambre',
    image: '',
    images: [],
    combinations: [combination('c30', '30 ml', true), combination('c50', '50 ml', false)],
    link: '/catalog/product/parfums/ambre',
  };
  renderScreen(<OptionModal request={request} onClose={onClose} />, { locale });
  expect(screen.getByRole('radio', { name: /50 ml/ })).toBeDisabled();
  const link = screen.getByRole('link', { name });
  expect(link).toHaveTextContent(new RegExp(`^${text}$`));
  expect(link).toHaveAttribute(
    'href',
    pathInLocale('/catalog/product/parfums/ambre?combination=c50', locale),
  );
  await userEvent.click(link);
  expect(onClose).toHaveBeenCalled();
});

it('begins with what the list was narrowed to', () => {
  const combinations = ['Bleu', 'Noir'].map((value) => ({
    ...combination(value, value, true),
    values: [{ type: 'color', type_label: 'Teinte', value }],
  }));
  const request = { ...{ productId: 'p1', price: 100, name: 'Ambre', image: '', images: [] }, combinations };
  const search = { filters: { 'attributes.color': ['Noir'] } };
  renderScreen(<OptionModal request={{ ...request, link: '/ambre', search }} onClose={() => {}} />);
  expect(screen.getByRole('radio', { name: /Noir/ })).toBeChecked();
});

it('begins with the fewest that can be ordered, and tells the cart the rule', async () => {
  const rule = { minimumQuantity: 12, quantityStep: 6 };
  const combinations = [combination('c30', '30 ml', true)];
  const request = { productId: 'p1', price: 100, name: 'Tasse', image: '', images: [], combinations, rule };
  cartStore.set([]);
  renderScreen(<OptionModal request={{ ...request, link: '/tasse' }} onClose={() => {}} />);
  expect(screen.getByRole('textbox', { name: 'Quantité' })).toHaveValue('12');
  expect(screen.getByText('Par lots de 6, à partir de 12')).toBeVisible();
  await userEvent.click(screen.getByRole('button', { name: 'Ajouter au panier' }));
  expect(cartStore.get()).toMatchObject([{ quantity: 12, rule }]);
});

it('puts the picture of what was chosen into the cart, and the card’s where it has none', async () => {
  const picture = (id: string) => ({
    id,
    alt: '',
    imagesIdsAndSizes: [{ name: 'SMALL_PRODUCT', displayUrl: `/media/${id}.jpg` }] as ImageSize[],
  });
  const ofBlue = { ...combination('c2', 'bleu', true), images: ['blue'] };
  const request = {
    productId: 'p1',
    price: 100,
    name: 'Ambre',
    image: '/media/card.jpg',
    images: [picture('red'), picture('blue')],
    combinations: [ofBlue],
    link: '/catalog/product/parfums/ambre',
  };
  const add = () => userEvent.click(screen.getByRole('button', { name: 'Ajouter au panier' }));
  cartStore.set([]);
  const { rerender } = renderScreen(<OptionModal request={request} onClose={() => {}} />);
  await add();
  expect(cartStore.get()).toMatchObject([{ combinationId: 'c2', image: '/media/blue.jpg' }]);
  cartStore.set([]);
  rerender(<OptionModal request={{ ...request, images: [] }} onClose={() => {}} />);
  await add();
  expect(cartStore.get()).toMatchObject([{ image: '/media/card.jpg' }]);
});
