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
const product = (priceHt: number, available = true) => ({
  body: { priceHt, available, combinations: [], productsInPackSerialized: [] },
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

it('tells what is sold out, of a combination and of a pack with what was chosen as well', async () => {
  const choice = (id: string, available: boolean) => ({
    id,
    isDefault: false,
    available,
    priceHt: 100,
    values: [],
  });
  const { body } = product(100);
  const combinations = [choice('c1', true), choice('c2', false)];
  const parts = [{ name: 'Savon', quantity: 1, combinations }];
  answerWith({
    '/session': SESSION,
    '/product/here': product(100),
    '/product/out': product(100, false),
    '/product/unread': { status: 500, body: {} },
    '/product/sizes': { body: { ...body, combinations } },
    '/product/pack': { body: { ...body, productsInPackSerialized: parts } },
  });
  const lines = ['here', 'out', 'unread'].map((name) => line(name));
  const sizes = ['c1', 'c2'].map((id) => line('sizes', id));
  const packs = ['c1', 'c2'].map((id) => ({ ...line('pack'), choices: [id] }));
  cartStore.set([...lines, ...sizes, ...packs]);
  const { soldOut, gone } = await repriceCart(NO_NEWS);
  expect(soldOut).toEqual([lines[1], sizes[1], packs[1]]);
  expect(gone).toEqual([]);
});

it('does not take back at a second look what it told at the first', async () => {
  answerWith({ '/session': SESSION, '/product/dearer': product(120) });
  cartStore.set([line('dearer')]);
  const first = await repriceCart(NO_NEWS);
  const second = await repriceCart(first);
  expect(second.changes).toEqual([expect.objectContaining({ before: 100, now: 120 })]);
});

it.each([
  ['where a card knew nothing of it', {}],
  ['in the language that is read by now', { Contenance: '50 مل' }],
])('says of a line what its combination is, %s', async (_, attributes) => {
  const values = [{ type: 'size', type_label: 'السعة', value: '50 ml' }];
  const combinations = [{ id: 'c50', isDefault: true, available: true, priceHt: 100, values }];
  answerWith({ '/session': SESSION, '/product/ambre': { body: { ...product(100).body, combinations } } });
  cartStore.set([{ ...line('ambre', 'c50'), attributes }]);
  await repriceCart(NO_NEWS);
  expect(cartStore.get()[0]?.attributes).toEqual({ السعة: '50 ml' });
});
