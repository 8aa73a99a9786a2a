import { beforeEach, expect, it } from 'vitest';
import { type CartLine, keyOf } from '@/domain/cart.ts';
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
const product = (name: string, priceHt: number, more: object = {}) => ({
  body: {
    id: name,
    slug: name,
    name,
    priceHt,
    available: true,
    images: [],
    combinations: [],
    productsInPackSerialized: [],
    mainCategoryRead: { slug: 'parfums' },
    ...more,
  },
});
const SESSION = { body: { token: 't', csrfToken: 'c', settings: {} } };

beforeEach(() => queryClient.clear());

it('tells new prices and what is no longer sold, and keeps what could not be read', async () => {
  answerWith({
    '/session': SESSION,
    '/product/dearer': product('dearer', 120),
    '/product/same': product('same', 100),
    '/product/without-option': product('without-option', 100),
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
    images: [],
    values: [],
  });
  const combinations = [choice('c1', true), choice('c2', false)];
  const parts = [{ name: 'Savon', quantity: 1, combinations }];
  answerWith({
    '/session': SESSION,
    '/product/here': product('here', 100),
    '/product/out': product('out', 100, { available: false }),
    '/product/unread': { status: 500, body: {} },
    '/product/sizes': product('sizes', 100, { combinations }),
    '/product/pack': product('pack', 100, { packMode: 'flexible', productsInPackSerialized: parts }),
  });
  const lines = ['here', 'out', 'unread'].map((name) => line(name));
  const sizes = ['c1', 'c2'].map((id) => line('sizes', id));
  const packs = ['c1', 'c2'].map((id) => ({ ...line('pack'), choices: [id] }));
  cartStore.set([...lines, ...sizes, ...packs]);
  const { soldOut, gone } = await repriceCart(NO_NEWS);
  expect(soldOut.map(keyOf)).toEqual([lines[1], sizes[1], packs[1]].map((one) => one && keyOf(one)));
  expect(gone).toEqual([]);
});

it('does not take back at a second look what it told at the first', async () => {
  answerWith({ '/session': SESSION, '/product/dearer': product('dearer', 120) });
  cartStore.set([line('dearer')]);
  const first = await repriceCart(NO_NEWS);
  const second = await repriceCart(first);
  expect(second.changes).toEqual([expect.objectContaining({ before: 100, now: 120 })]);
});

it.each([
  ['where a card knew nothing of it', {}],
  ['in the language that is read by now', { size: '50 مل' }],
])('says of a line what its combination is, %s', async (_, attributes) => {
  const values = [{ type: 'size', type_label: 'السعة', value: '50 ml' }];
  const combinations = [{ id: 'c50', isDefault: true, available: true, priceHt: 100, images: [], values }];
  answerWith({ '/session': SESSION, '/product/ambre': product('ambre', 100, { combinations }) });
  cartStore.set([{ ...line('ambre', 'c50'), attributes }]);
  await repriceCart(NO_NEWS);
  expect(cartStore.get()[0]?.attributes).toEqual({ size: '50 ml' });
});

it('has each line in the words of the language that is read by now, with those of what was chosen of a pack', async () => {
  const choice = {
    id: 'c50',
    isDefault: true,
    available: true,
    priceHt: 100,
    images: [],
    values: [{ type: 'size', type_label: 'السعة', value: '50 مل' }],
  };
  const parts = [{ name: 'صابون', quantity: 1, combinations: [choice] }];
  answerWith({
    '/session': SESSION,
    '/product/ambre': product('ambre', 100, { name: 'عنبر', combinations: [{ ...choice, priceHt: 120 }] }),
    '/product/coffret': product('coffret', 100, {
      name: 'علبة',
      packMode: 'flexible',
      productsInPackSerialized: parts,
    }),
  });
  const inFrench = { attributes: { Savon: '50 ml' }, quantity: 3 };
  cartStore.set([
    { ...line('ambre', 'c50'), ...inFrench },
    { ...line('coffret'), ...inFrench, choices: ['c50'] },
  ]);
  const { changes } = await repriceCart(NO_NEWS);
  expect(changes.map((change) => change.line.name)).toEqual(['عنبر']);
  const kept = cartStore.get().map(({ name, attributes, quantity }) => [name, attributes, quantity]);
  expect(kept).toEqual([
    ['عنبر', { size: '50 مل' }, 3],
    ['علبة', { صابون: '50 مل' }, 3],
  ]);
});

it('follows a product that was renamed, and keeps its new name and address', async () => {
  const moved = { status: 404, body: { code: 'catalog.moved', facts: { movedTo: 'savon-noir' } } };
  answerWith({
    '/session': SESSION,
    '/product/savon': moved,
    '/product/savon-noir': product('savon-noir', 120, { id: 'savon', name: 'Savon noir' }),
  });
  cartStore.set([line('savon')]);
  const { gone, changes } = await repriceCart(NO_NEWS);
  expect(gone).toEqual([]);
  expect(changes.map(({ before, now }) => [before, now])).toEqual([[100, 120]]);
  expect(cartStore.get()).toEqual([
    { ...line('savon'), name: 'Savon noir', unitPrice: 120, link: '/catalog/product/parfums/savon-noir' },
  ]);
});

it('makes no other product of a line whose address another one took', async () => {
  answerWith({ '/session': SESSION, '/product/savon': product('savon', 120, { id: 'other' }) });
  cartStore.set([line('savon')]);
  expect((await repriceCart(NO_NEWS)).gone).toEqual([line('savon')]);
  expect(cartStore.get()).toEqual([line('savon')]);
});

it('brings the numbers that a line is ordered in up to date, and leaves how many to the shopper', async () => {
  const quantityRule = { minimumQuantity: 6, maximumQuantity: null, quantityStep: 2 };
  answerWith({
    '/session': SESSION,
    '/product/ruled': product('ruled', 100, { quantityRule }),
    '/product/freed': product('freed', 100),
  });
  cartStore.set([line('ruled'), { ...line('freed'), rule: quantityRule }]);
  await repriceCart(NO_NEWS);
  expect(cartStore.get()).toEqual([{ ...line('ruled'), rule: quantityRule }, line('freed')]);
});
