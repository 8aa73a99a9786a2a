import { beforeEach, expect, it } from 'vitest';
import type { CartLine } from '@/domain/cart.ts';
import { answerWith } from '@/testing/answers.ts';
import { queryClient } from '../api.ts';
import { cartStore } from './cart-store.ts';
import { NO_NEWS, repriceCart } from './reprice.ts';

const line = (name: string, combinationId: string | null = null): CartLine => ({
  productId: name,
  combinationId,
  unitPrice: 100,
  quantity: 1,
  name,
  image: '',
  attributes: {},
  link: `/catalog/product/parfums/${name}`,
});
const product = (priceHt: number) => ({
  body: { priceHt, combinations: [], productsInPackSerialized: [] },
});
const SESSION = { body: { token: 't', csrfToken: 'c', settings: {} } };

beforeEach(() => queryClient.clear());

it('tells new prices and what is no longer sold, and keeps what could not be read', async () => {
  answerWith({
    '/session': SESSION,
    '/product/dearer': product(120),
    '/product/same': product(100),
    '/product/without-option': product(100),
    '/product/unread': { status: 500, body: {} },
  });
  const lines = ['dearer', 'same', 'unread', 'delisted'].map((name) => line(name));
  cartStore.set([...lines, line('without-option', 'c1')]);
  const news = await repriceCart(NO_NEWS);
  expect(news.changes.map((change) => [change.line.name, change.before, change.now])).toEqual([
    ['dearer', 100, 120],
  ]);
  expect(news.gone.map(({ name }) => name)).toEqual(['delisted', 'without-option']);
  expect(cartStore.get().map(({ unitPrice }) => unitPrice)).toEqual([120, 100, 100, 100, 100]);
});

it('does not take back at a second look what it told at the first', async () => {
  answerWith({ '/session': SESSION, '/product/dearer': product(120) });
  cartStore.set([line('dearer')]);
  const first = await repriceCart(NO_NEWS);
  const second = await repriceCart(first);
  expect(second.changes).toEqual([expect.objectContaining({ before: 100, now: 120 })]);
});
