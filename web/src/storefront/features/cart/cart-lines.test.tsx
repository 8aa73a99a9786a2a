import { act, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { CartLine, ShortLine } from '@/domain/cart.ts';
import { useStored } from '@/lib/stored.ts';
import { renderScreen } from '@/testing/render-screen.tsx';
import { ADD_TO_CART, cartStore } from '../../state/cart-store.ts';
import { CartLines } from './cart-lines.tsx';

const ambre: CartLine = {
  productId: 'p1',
  combinationId: null,
  unitPrice: 5520,
  quantity: 2,
  name: 'Ambre',
  image: '',
  attributes: {},
  link: '/catalog/product/parfums/ambre',
};
const rose: CartLine = { ...ambre, productId: 'p2', name: 'Rose' };

const Cart = ({ short = [] }: { readonly short?: readonly ShortLine[] }) => (
  <CartLines lines={useStored(cartStore)} short={short} />
);

beforeEach(() => cartStore.set([ambre, rose]));

it('marks the lines of which there are too few, until fewer are asked for', async () => {
  renderScreen(<Cart short={[rose]} />);
  const [ofAmbre, ofRose] = screen.getAllByRole('textbox', { name: 'Quantité' });
  expect(ofAmbre).toBeValid();
  expect(ofRose).toBeInvalid();
  expect(ofRose).toHaveAccessibleDescription('Pas assez de stock pour cette quantité. Baissez-la.');
  await userEvent.click(screen.getAllByRole('button', { name: 'Moins' })[1] as HTMLElement);
  expect(ofRose).toBeValid();
});

it('offers as many as can be had, in one tap', async () => {
  cartStore.set([ambre, { ...rose, quantity: 9 }]);
  renderScreen(<Cart short={[{ ...rose, quantity: 9, left: 3 }]} />);
  const ofRose = screen.getAllByRole('textbox', { name: 'Quantité' })[1] as HTMLElement;
  expect(ofRose).toHaveAccessibleDescription(/^Il n’en reste que 3\./);
  await userEvent.click(screen.getAllByRole('button', { name: 'Moins' })[1] as HTMLElement);
  expect(ofRose, 'eight are too many as well').toBeInvalid();
  await userEvent.click(screen.getByRole('button', { name: 'Prendre 3' }));
  expect(cartStore.get()).toEqual([ambre, { ...rose, quantity: 3 }]);
  expect(ofRose).toBeValid();
  expect(screen.getAllByRole('button', { name: 'Plus' })[1], 'which opens no keyboard').toHaveFocus();
});

it('offers none of what is gone', () => {
  renderScreen(<Cart short={[{ ...rose, left: 0 }]} />);
  expect(screen.getByText('Il n’en reste plus.')).toBeVisible();
  expect(screen.queryByRole('button', { name: /^Prendre/ })).toBeNull();
});

const byThree = { minimumQuantity: 3, maximumQuantity: 12, quantityStep: 3 };

it.each([
  ['fr', 'Par lots de 3, 12 au plus'],
  ['ar', 'على دفعات من 3، 12 على الأكثر'],
  ['en', 'In steps of 3, 12 at most'],
] as const)('says in what numbers a line is ordered (%s)', (locale, words) => {
  cartStore.set([{ ...rose, quantity: 3, rule: byThree }]);
  renderScreen(<Cart />, { locale });
  expect(screen.getByText(words)).toBeVisible();
  expect(screen.getByRole('textbox')).toBeValid();
});

it('puts a line right in one tap that was filled before its rule', async () => {
  cartStore.set([{ ...rose, quantity: 1, rule: byThree }]);
  renderScreen(<Cart />);
  const quantity = screen.getByRole('textbox', { name: 'Quantité' });
  expect(quantity).toHaveValue('1');
  expect(quantity).toBeInvalid();
  expect(quantity).toHaveAccessibleDescription(/ne peut pas être commandée : par lots de 3, 12 au plus/);
  await userEvent.click(screen.getByRole('button', { name: 'Prendre 3' }));
  expect(cartStore.get()).toEqual([{ ...rose, quantity: 3, rule: byThree }]);
  expect(quantity).toBeValid();
});

it('offers of what is left what can be ordered', async () => {
  const ruled = { ...rose, quantity: 9, rule: byThree };
  cartStore.set([ruled]);
  renderScreen(<Cart short={[{ ...ruled, left: 5 }]} />);
  expect(screen.getByRole('textbox')).toHaveAccessibleDescription(/^Il n’en reste que 5\./);
  await userEvent.click(screen.getByRole('button', { name: 'Prendre 3' }));
  expect(cartStore.get()).toEqual([{ ...ruled, quantity: 3 }]);
});

it('offers nothing where less is left than can be ordered', () => {
  const ruled = { ...rose, quantity: 3, rule: byThree };
  cartStore.set([ruled]);
  renderScreen(<Cart short={[{ ...ruled, left: 2 }]} />);
  expect(screen.getByText(/^Il n’en reste que 2\./)).toBeVisible();
  expect(screen.queryByRole('button', { name: /^Prendre/ })).toBeNull();
});

describe.each([
  ['fr', 'Annuler', /^Retirer/],
  ['ar', 'تراجع', /^إزالة/],
] as const)('in %s', (locale, undo, remove) => {
  it('puts a removed line back where it was, and opens nothing', async () => {
    const opened = vi.fn();
    window.addEventListener(ADD_TO_CART, opened);
    renderScreen(<Cart />, { locale });
    const [first] = screen.getAllByRole('button', { name: remove });
    if (first) await userEvent.click(first);
    expect(cartStore.get()).toEqual([rose]);
    expect(screen.getByRole('button', { name: undo })).toHaveFocus();
    await userEvent.click(screen.getByRole('button', { name: undo }));
    expect(cartStore.get()).toEqual([ambre, rose]);
    expect(screen.getByRole('list')).toHaveFocus();
    expect(opened).not.toHaveBeenCalled();
    window.removeEventListener(ADD_TO_CART, opened);
  });

  it('says nothing of a line that was put back and leaves otherwise', async () => {
    renderScreen(<Cart />, { locale });
    const [first] = screen.getAllByRole('button', { name: remove });
    if (first) await userEvent.click(first);
    await userEvent.click(screen.getByRole('button', { name: undo }));
    act(() => cartStore.set([rose]));
    expect(screen.queryByRole('status')).toBeNull();
  });

  it('puts the last line back too', async () => {
    cartStore.set([ambre]);
    renderScreen(<Cart />, { locale });
    await userEvent.click(screen.getByRole('button', { name: remove }));
    await userEvent.click(screen.getByRole('button', { name: undo }));
    expect(cartStore.get()).toEqual([ambre]);
  });
});
