/** An order without an answer is told of wherever its goods, its cart or itself is looked for. */
import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { act, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, it, vi } from 'vitest';
import type { CartLine } from '@/domain/cart.ts';
import { EMPTY_FORM } from '@/domain/checkout-form.ts';
import { startLocale } from '@/i18n/locale.ts';
import { type Answer, answerWith } from '@/testing/answers.ts';
import { productQuery, queryClient } from '../api.ts';
import { CART_PATH } from '../paths.ts';
import { makeRouter } from '../router.ts';
import { cartStore } from '../state/cart-store.ts';
import {
  formStore,
  lastPurchaseStore,
  placedOrderStore,
  type Unanswered,
  unansweredStore,
} from '../state/purchase-store.ts';

const settings = { activeAddToCart: true, shopName: 'Souk', phone: '', promoMessages: [], promises: [] };
const offer = {
  id: 't1',
  name: 'Transport',
  price: 500,
  transporterLogo: '',
  image: '',
  deliveryCommune: '1601',
  deliveryType: 'desk',
  delayMinHours: 24,
  delayMaxHours: 48,
  deskAddress: '',
};
const place = (id: string, name: string) => ({ id, name, nameAr: name, deliverable: true });
const lastPiece = (available: boolean) => ({
  body: {
    id: 'p1',
    uid: 'p1',
    name: 'Ambre',
    slug: 'ambre',
    priceHt: 100,
    priceBasis: 'ht',
    breadcrumb: [],
    tagsRead: [],
    productLangsRead: [],
    shortDescription: '',
    longDescription: '',
    seoTitle: '',
    seoDescription: '',
    featureValuesRead: [],
    images: [],
    combinations: [],
    productsInPackSerialized: [],
    available,
    version: 1,
    page: 'simpler',
  },
});
const SHOP = {
  '/session': { body: { token: 't', csrfToken: 'c', settings } },
  '/menus': { body: { menus: [] } },
  '/wilayas': { body: [place('16', 'Alger')] },
  '/commune/wilaya/16': { body: [place('1601', 'Alger-Centre')] },
  '/transport/commune/1601': { body: [[offer]] },
  '/cart/create/': { body: { cartId: 'draft-1' } },
};
const PLACED = { body: { orderId: 'o1', orderNumber: 'A-10234', total: 600 } };

const form = {
  lastname: 'Benali',
  firstname: 'Amina',
  phone: '0555123456',
  email: '',
  address: '',
  wilaya: '16',
  commune: '1601',
  transporter: 't1',
  deliveryType: 'desk',
} as const;
const line: CartLine = {
  productId: 'p1',
  combinationId: null,
  unitPrice: 100,
  quantity: 1,
  name: 'Ambre',
  image: '',
  attributes: {},
  link: '/catalog/product/parfums/ambre',
};
const unanswered = (change: Partial<Unanswered> = {}): Unanswered => ({
  submission: {
    lines: [line],
    form,
    fromCart: false,
    cartId: null,
    total: 60_000,
    delivery: 50_000,
    wilaya: 'Alger',
    commune: 'Alger-Centre',
    transporter: 'Transport',
  },
  key: 'key-1',
  language: 'fr',
  sentAt: Date.now(),
  awaitedSince: null,
  mayExist: true,
  ...change,
});

beforeEach(() => {
  startLocale('fr');
  queryClient.clear();
  formStore.set(form);
  lastPurchaseStore.set(null);
  placedOrderStore.set(null);
  unansweredStore.set([]);
  cartStore.set([]);
  vi.stubGlobal('IntersectionObserver', Unseen);
  vi.stubGlobal('scrollTo', vi.fn());
});

/** Nothing comes into view. */
class Unseen {
  observe() {}
  unobserve() {}
  disconnect() {}
}

async function open(path: string) {
  window.history.replaceState({}, '', path);
  const router = makeRouter();
  await router.load();
  render(
    <QueryClientProvider client={queryClient}>
      <RouterProvider router={router} />
    </QueryClientProvider>,
  );
}

const LOST = /Votre commande \(Ambre\) n’a pas reçu de réponse/;

it('keeps what it says of an order of the last piece, whose answer got lost', async () => {
  let isLost = true;
  let isThere = true;
  const checkout = () => {
    isThere = false;
    return isLost ? new TypeError('gone') : PLACED;
  };
  const asked = answerWith({
    ...SHOP,
    '/product/ambre': () => lastPiece(isThere),
    '/cart/checkout': checkout,
  });
  await open('/catalog/product/parfums/ambre');
  await userEvent.click(await screen.findByRole('button', { name: 'Acheter maintenant' }));
  await userEvent.click(await screen.findByRole('radio'));
  await userEvent.click(screen.getByRole('button', { name: 'Confirmer la commande' }));
  const retry = await screen.findByRole('button', { name: 'Réessayer' });
  await act(() => queryClient.invalidateQueries({ queryKey: productQuery('ambre').queryKey }));
  expect(await screen.findByText('Épuisé pour l’instant.')).toBeVisible();
  expect(screen.queryByLabelText('Nom')).toBeNull();
  expect(retry).toBeVisible();
  isLost = false;
  await userEvent.click(retry);
  await waitFor(() => expect(placedOrderStore.get()?.number).toBe('A-10234'));
  const keys = asked
    .filter(({ path }) => path.endsWith('/checkout'))
    .map(({ headers }) => headers.get('Idempotency-Key'));
  expect(keys).toHaveLength(2);
  expect(new Set(keys).size).toBe(1);
});

it.each([
  ['the page of goods that are sold out', '/catalog/product/parfums/ambre'],
  ['an empty cart', CART_PATH],
])('offers on %s to send again what got no answer', async (_, path) => {
  const asked = answerWith({ ...SHOP, '/product/ambre': lastPiece(false), '/cart/checkout': PLACED });
  unansweredStore.set([unanswered()]);
  await open(path);
  expect(await screen.findByText(LOST)).toBeVisible();
  await userEvent.click(screen.getByRole('button', { name: 'Renvoyer' }));
  await waitFor(() => expect(placedOrderStore.get()?.number).toBe('A-10234'));
  expect(asked.find(({ path }) => path.endsWith('/checkout'))?.headers.get('Idempotency-Key')).toBe('key-1');
});

it('tries again from an empty cart what failed there', async () => {
  answerWith({ ...SHOP, '/cart/checkout': new TypeError('gone') });
  unansweredStore.set([unanswered()]);
  await open(CART_PATH);
  await userEvent.click(await screen.findByRole('button', { name: 'Renvoyer' }));
  const retry = await screen.findByRole('button', { name: 'Réessayer' });
  answerWith({ ...SHOP, '/cart/checkout': PLACED });
  await userEvent.click(retry);
  await waitFor(() => expect(placedOrderStore.get()?.number).toBe('A-10234'));
});

it('shows that it is sent again without the form that was not there, and keeps the focus', async () => {
  let answer = (_: Answer) => {};
  const waiting = new Promise<Answer>((resolve) => {
    answer = resolve;
  });
  answerWith({ ...SHOP, '/cart/checkout': () => waiting });
  unansweredStore.set([unanswered()]);
  await open(CART_PATH);
  await userEvent.click(await screen.findByRole('button', { name: 'Renvoyer' }));
  expect(await screen.findByText('Envoi de la commande…')).toBeVisible();
  expect(screen.queryByLabelText('Nom')).toBeNull();
  await waitFor(() => expect(document.body).not.toHaveFocus());
  (document.activeElement as HTMLElement).blur();
  answer({ status: 422, body: { code: 'orders.cart_too_large' } });
  expect(await screen.findByText(/La quantité est trop grande/)).toBeVisible();
  await waitFor(() => expect(document.body).not.toHaveFocus());
});

const hasty = { status: 429, body: { code: 'orders.cooldown', facts: { seconds: 90 } } };
const phone = [{ key: 'form.validation.phone', text: 't' }];
const mistyped = { status: 422, body: { code: 'invalid_request', errors: { phone } } };

it.each([
  ['the same goods, sold out', '/catalog/product/parfums/ambre', hasty, 'Une courte pause'],
  ['the same goods, sold out', '/catalog/product/parfums/ambre', mistyped, 'À corriger : Téléphone'],
  ['an empty cart', CART_PATH, hasty, 'Une courte pause'],
  ['an empty cart', CART_PATH, mistyped, 'À corriger : Téléphone'],
])('says why it was refused where there is no form: %s', async (_, path, refused, why) => {
  answerWith({ ...SHOP, '/product/ambre': lastPiece(false), '/cart/checkout': refused });
  unansweredStore.set([unanswered()]);
  await open(path);
  await userEvent.click(await screen.findByRole('button', { name: 'Renvoyer' }));
  const notice = await screen.findByText(/Votre commande \(Ambre\) n’a pas été enregistrée/);
  expect(notice).toHaveTextContent(why);
  if (refused === hasty) expect(screen.getByText(/Attendez \d+\ss avant/)).toBeVisible();
});

it('keeps what came too soon, to be sent again after the pause', async () => {
  answerWith({ ...SHOP, '/cart/checkout': hasty });
  unansweredStore.set([unanswered()]);
  await open(CART_PATH);
  await userEvent.click(await screen.findByRole('button', { name: 'Renvoyer' }));
  await screen.findByText(/Votre commande \(Ambre\) n’a pas été enregistrée/);
  const again = screen.getByRole('button', { name: 'Renvoyer' });
  expect(again).toHaveAttribute('aria-disabled', 'true');
  const asked = answerWith({ ...SHOP, '/cart/checkout': PLACED });
  await userEvent.click(again);
  expect(asked).toEqual([]);
  act(() => lastPurchaseStore.set(null));
  await userEvent.click(again);
  await waitFor(() => expect(placedOrderStore.get()?.number).toBe('A-10234'));
  expect(asked.find(({ path }) => path.endsWith('/checkout'))?.headers.get('Idempotency-Key')).toBe('key-1');
});

it('says of what came too soon when another tab has its answer', async () => {
  answerWith({ ...SHOP, '/cart/checkout': hasty });
  unansweredStore.set([unanswered()]);
  await open(CART_PATH);
  await userEvent.click(await screen.findByRole('button', { name: 'Renvoyer' }));
  await screen.findByText(/Votre commande \(Ambre\) n’a pas été enregistrée/);
  act(() => unansweredStore.update((all) => all.map((one) => ({ ...one, awaitedSince: Date.now() }))));
  act(() => unansweredStore.set([]));
  expect(screen.getByText(/Votre commande \(Ambre\) a reçu sa réponse/)).toBeVisible();
});

it('sends nothing again during a pause that the page knows of', async () => {
  const asked = answerWith({ ...SHOP, '/cart/checkout': PLACED });
  unansweredStore.set([unanswered()]);
  lastPurchaseStore.set({ at: Date.now() });
  await open(CART_PATH);
  await userEvent.click(await screen.findByRole('button', { name: 'Renvoyer' }));
  expect(asked.filter(({ path }) => path.endsWith('/checkout'))).toEqual([]);
  expect(screen.getByText(LOST)).toHaveTextContent('Une courte pause');
});

it('keeps the focus when the goods run out with the form that was refused', async () => {
  let isThere = true;
  const checkout = () => {
    isThere = false;
    // What is disabled loses the focus in a browser.
    (document.activeElement as HTMLElement).blur();
    return short;
  };
  answerWith({ ...SHOP, '/product/ambre': () => lastPiece(isThere), '/cart/checkout': checkout });
  await open('/catalog/product/parfums/ambre');
  await userEvent.click(await screen.findByRole('button', { name: 'Acheter maintenant' }));
  await userEvent.click(await screen.findByRole('radio'));
  await userEvent.click(screen.getByRole('button', { name: 'Confirmer la commande' }));
  expect(await screen.findByText(/Votre commande \(Ambre\) n’a pas été enregistrée/)).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Confirmer la commande' })).toBeNull();
  await waitFor(() => expect(document.body).not.toHaveFocus());
});

it('keeps the focus when it is told that nothing was sent, and that is closed', async () => {
  answerWith({ ...SHOP, '/cart/checkout': new TypeError('gone') });
  unansweredStore.set([unanswered()]);
  await open(CART_PATH);
  await userEvent.click(await screen.findByRole('button', { name: 'Renvoyer' }));
  await userEvent.click(await screen.findByRole('button', { name: 'Fermer' }));
  expect(screen.queryByRole('button', { name: 'Fermer' })).toBeNull();
  await waitFor(() => expect(document.body).not.toHaveFocus());
});

const at = (part: string) => ({ [`products[0].${part}`]: [{ key: 'k', text: 't' }] });
const dearer = { status: 409, body: { code: 'orders.price_changed', facts: { total: 700 } } };
const short = { status: 409, body: { code: 'orders.out_of_stock', errors: at('quantity') } };
const gone = { status: 422, body: { code: 'orders.invalid_lines', errors: at('product') } };

it.each([
  ['an empty cart', CART_PATH, dearer],
  ['an empty cart', CART_PATH, short],
  ['an empty cart', CART_PATH, mistyped],
  ['the page of the goods', '/catalog/product/parfums/ambre', dearer],
])('takes what was refused back into the cart, from %s', async (_, path, refused) => {
  answerWith({ ...SHOP, '/product/ambre': lastPiece(false), '/cart/checkout': refused });
  unansweredStore.set([unanswered()]);
  await open(path);
  await userEvent.click(await screen.findByRole('button', { name: 'Renvoyer' }));
  await userEvent.click(await screen.findByRole('link', { name: 'La reprendre dans le panier' }));
  expect(await screen.findByLabelText('Nom')).toBeVisible();
  expect(cartStore.get()).toMatchObject([{ productId: 'p1', quantity: 1 }]);
  expect(screen.queryByText(/n’a pas été enregistrée/)).toBeNull();
  await waitFor(() => expect(document.body).not.toHaveFocus());
  // The cart asks what it costs now, and whether it can be had.
  expect(await screen.findByText(/Épuisé pour l’instant : Ambre/)).toBeVisible();
});

it('takes what was typed back into a form that says nothing yet, and the focus to it', async () => {
  answerWith({ ...SHOP, '/product/ambre': lastPiece(true), '/cart/checkout': dearer });
  const sent = unanswered();
  const form = { ...sent.submission.form, email: 'amina@example.dz' };
  unansweredStore.set([{ ...sent, submission: { ...sent.submission, form } }]);
  formStore.set(EMPTY_FORM);
  cartStore.set([{ ...line, productId: 'p2', name: 'Rose' }]);
  await open(CART_PATH);
  await userEvent.click(await screen.findByRole('button', { name: 'Renvoyer' }));
  await userEvent.click(await screen.findByRole('link', { name: 'La reprendre dans le panier' }));
  expect(cartStore.get().map(({ productId }) => productId)).toEqual(['p1', 'p2']);
  expect(formStore.get()).toEqual(form);
  expect(await screen.findByDisplayValue('amina@example.dz')).toBeVisible();
  await waitFor(() => expect(screen.getByRole('button', { name: 'Confirmer la commande' })).toHaveFocus());
});

it('offers to take nothing back into the cart that is no longer sold', async () => {
  answerWith({ ...SHOP, '/cart/checkout': gone });
  unansweredStore.set([unanswered()]);
  await open(CART_PATH);
  await userEvent.click(await screen.findByRole('button', { name: 'Renvoyer' }));
  expect(await screen.findByText(/Ambre n’est plus en vente/)).toBeVisible();
  expect(screen.queryByRole('link', { name: 'La reprendre dans le panier' })).toBeNull();
});

it('says no more of a refusal once the line that it was of has left the cart', async () => {
  answerWith({ ...SHOP, '/product/ambre': lastPiece(true), '/cart/checkout': gone });
  cartStore.set([line]);
  await open(CART_PATH);
  await userEvent.click(await screen.findByRole('radio'));
  await userEvent.click(screen.getByRole('button', { name: 'Confirmer la commande' }));
  await userEvent.click(await screen.findByRole('button', { name: 'Retirer du panier' }));
  expect(await screen.findByText('Votre panier est vide')).toBeVisible();
  expect(screen.queryByText(/n’a pas été enregistrée|n’est plus en vente/)).toBeNull();
});

it('calls no order lost that another tab waits for', async () => {
  answerWith(SHOP);
  unansweredStore.set([unanswered({ awaitedSince: Date.now() })]);
  await open('/order/track');
  expect(await screen.findByRole('button', { name: 'Suivre' })).toBeVisible();
  expect(screen.queryByText(LOST)).toBeNull();
});

it('says of an order that never got in that it was not recorded', async () => {
  answerWith(SHOP);
  unansweredStore.set([unanswered({ mayExist: false })]);
  await open('/order/track');
  expect(await screen.findByText(/Votre commande \(Ambre\) n’a pas été enregistrée/)).toBeVisible();
  expect(screen.queryByText(LOST)).toBeNull();
});

it('tells who looks for an order without an answer where it is sent again', async () => {
  answerWith({ ...SHOP, '/cart/checkout': PLACED });
  unansweredStore.set([unanswered()]);
  await open('/order/track');
  expect(await screen.findByText(LOST)).toHaveTextContent('elle n’a pas encore de numéro');
  await userEvent.click(screen.getByRole('link', { name: 'La renvoyer depuis le panier' }));
  expect(await screen.findByRole('button', { name: 'Renvoyer' })).toBeVisible();
});
