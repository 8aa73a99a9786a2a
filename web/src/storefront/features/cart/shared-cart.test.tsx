import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { CartLine } from '@/domain/cart.ts';
import * as m from '@/i18n/paraglide.gen/messages.js';
import { answerWith } from '@/testing/answers.ts';
import { renderScreen } from '@/testing/render-screen.tsx';
import { queryClient } from '../../api.ts';
import { cartStore } from '../../state/cart-store.ts';
import { SharedCart } from './shared-cart.tsx';

const SESSION = { body: { token: 't', csrfToken: 'c', settings: {} } };
const product = (name: string, more: object = {}) => ({
  body: {
    id: name,
    slug: name,
    name,
    priceHt: 100,
    available: true,
    combinations: [],
    images: [],
    productsInPackSerialized: [],
    mainCategoryRead: { slug: 'bain' },
    ...more,
  },
});
const option = (id: string, available: boolean) => ({ id, available, images: [], values: [], priceHt: 100 });
const RED = '01a1fdf1-e03e-76e9-a51e-000000000001';
const BLUE = '01a1fdf1-e03e-76e9-a51e-000000000002';
const item = (slug: string, quantity = 1, combination = '') =>
  `cart=${slug}.${quantity}${combination && `.${combination}`}`;
const own: CartLine = {
  productId: 'savon',
  combinationId: null,
  unitPrice: 100,
  quantity: 2,
  name: 'savon',
  image: '',
  attributes: {},
  link: '/catalog/product/bain/savon',
};

beforeEach(() => {
  queryClient.clear();
  cartStore.set([own]);
});

describe.each(['fr', 'ar'] as const)('in %s', (locale) => {
  it('adds to what is there once the shopper says so, and tells what can’t be had', async () => {
    answerWith({
      '/session': SESSION,
      '/product/savon': product('savon'),
      '/product/creme': product('creme', { combinations: [option(RED, true), option(BLUE, false)] }),
    });
    const onDone = vi.fn();
    const items = [
      item('savon', 3),
      item('creme', 1, RED),
      item('creme', 1, BLUE),
      item('creme'),
      item('gone'),
    ];
    renderScreen(<SharedCart fragment={items.join('&')} onDone={onDone} />, { locale });
    const add = await screen.findByRole('button', { name: m.sf_shared_add() });
    const [savon, creme] = screen.getAllByRole('listitem');
    expect(screen.getAllByRole('listitem')).toHaveLength(2);
    expect(savon).toHaveTextContent('× 3');
    expect(savon).toHaveTextContent(m.sf_each());
    expect(creme, 'one is not counted').not.toHaveTextContent('×');
    expect(screen.getByText(m.sf_shared_sold_out({ name: 'creme' }))).toBeTruthy();
    expect(screen.getByText(m.sf_shared_gone({ count: 2 }))).toBeTruthy();
    expect(cartStore.get()).toEqual([own]);
    await userEvent.click(add);
    const kept = cartStore
      .get()
      .map(({ productId, combinationId, quantity }) => [productId, combinationId, quantity]);
    expect(kept).toEqual([
      ['savon', null, 5],
      ['creme', RED, 1],
    ]);
    expect(screen.getByRole('status')).toHaveTextContent(m.sf_shared_added());
    expect(onDone).toHaveBeenCalledOnce();
  });

  it('leaves the cart as it is where the shopper does not want it', async () => {
    answerWith({ '/session': SESSION, '/product/huile': product('huile') });
    const onDone = vi.fn();
    renderScreen(<SharedCart fragment={item('huile')} onDone={onDone} />, { locale });
    expect(screen.getByRole('heading', { name: m.sf_shared_title() })).toHaveFocus();
    await userEvent.click(await screen.findByRole('button', { name: m.sf_shared_dismiss() }));
    expect(cartStore.get()).toEqual([own]);
    expect(screen.getByRole('status')).toBeEmptyDOMElement();
    expect(onDone).toHaveBeenCalledOnce();
  });
});

it('offers nothing to add where nothing can be had', async () => {
  answerWith({ '/session': SESSION });
  renderScreen(<SharedCart fragment={item('gone')} onDone={() => undefined} />, { locale: 'fr' });
  await screen.findByText(m.sf_shared_none());
  expect(screen.queryByRole('button', { name: m.sf_shared_add() })).toBeNull();
});

it('follows a product to the address that it has now', async () => {
  const moved = { status: 404, body: { code: 'catalog.moved', facts: { movedTo: 'savon-noir' } } };
  answerWith({ '/session': SESSION, '/product/savon': moved, '/product/savon-noir': product('savon-noir') });
  renderScreen(<SharedCart fragment={item('savon')} onDone={() => undefined} />, { locale: 'fr' });
  await waitFor(() => expect(screen.getByRole('link', { name: 'savon-noir' })).toBeTruthy());
});

it('says from when on something of it can be ordered, and not that it is sold out', async () => {
  answerWith({ '/session': SESSION, '/product/savon': product('savon', { availableFrom: '2100-12-01' }) });
  renderScreen(<SharedCart fragment={item('savon')} onDone={() => undefined} />, { locale: 'fr' });
  expect(await screen.findByText('savon : disponible à partir du 1er décembre 2100.')).toBeTruthy();
  expect(screen.queryByText(m.sf_shared_sold_out({ name: 'savon' }))).toBeNull();
});
