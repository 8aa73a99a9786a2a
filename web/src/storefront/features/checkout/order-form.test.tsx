import { QueryClientProvider } from '@tanstack/react-query';
import { render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { CartLine } from '@/domain/cart.ts';
import { EMPTY_FORM } from '@/domain/checkout-form.ts';
import { startLocale } from '@/i18n/locale.ts';
import { answerWith } from '@/testing/answers.ts';
import { queryClient } from '../../api.ts';
import { cartIdStore, formStore, lastPurchaseStore, placedOrderStore } from '../../state/purchase-store.ts';
import { OrderForm } from './order-form.tsx';

const line: CartLine = {
  productId: 'p1',
  combinationId: 'c50',
  unitPrice: 5520,
  quantity: 2,
  name: 'Ambre',
  image: '',
  attributes: { Contenance: '50 ml' },
  link: '/catalog/product/parfums/ambre',
};
const settings = {
  activeAddToCart: true,
  priceBasis: 'ht',
  shopName: 'Souk',
  phone: '0560123456',
  promoMessages: [],
};
const place = (id: string, name: string, nameAr: string, deliverable = true) => ({
  id,
  name,
  nameAr,
  deliverable,
});
const offer = (id: string, deliveryType: string, price: number, deliveryCommune: string) => ({
  id,
  name: `Transport ${id}`,
  price,
  transporterLogo: '',
  image: '',
  deliveryCommune,
  deliveryType,
  delayMinHours: 24,
  delayMaxHours: 48,
  deskAddress: '',
});
const SHOP = {
  '/session': { body: { token: 't', expiresAt: '', csrfToken: 'c', locale: 'fr', demo: true, settings } },
  '/wilayas': { body: [place('16', 'Alger', 'الجزائر'), place('33', 'Illizi', 'إليزي', false)] },
  '/commune/wilaya/16': { body: [place('1601', 'Alger-Centre', 'الجزائر الوسطى')] },
  '/transport/commune/1601': {
    body: [
      [offer('t1', 'home', 500, '1601'), offer('t1', 'desk', 0, '1601'), offer('t2', 'home', 400, '1602')],
    ],
  },
  '/cart/create/': { body: { cartId: 'draft-1' } },
};
const PLACED = { body: { orderId: 'o1', orderNumber: 'A-10234', total: 11_540 } };

beforeEach(() => {
  queryClient.clear();
  formStore.set(EMPTY_FORM);
  cartIdStore.set(null);
  lastPurchaseStore.set(null);
  placedOrderStore.set(null);
});

function show() {
  const onPlaced = vi.fn();
  const onOutdated = vi.fn();
  render(
    <QueryClientProvider client={queryClient}>
      <OrderForm lines={[line]} onPlaced={onPlaced} onOutdated={onOutdated} />
    </QueryClientProvider>,
  );
  return { onPlaced, onOutdated, user: userEvent.setup() };
}

const FRENCH = { last: 'Nom', first: 'Prénom', phone: 'Téléphone', confirm: /Confirmer/ };
const ARABIC = { last: 'اللقب', first: 'الاسم', phone: 'الهاتف', confirm: /تأكيد الطلب/ };

async function fill(user: ReturnType<typeof userEvent.setup>, words = FRENCH) {
  await user.type(screen.getByLabelText(words.last), 'Benali');
  await user.type(screen.getByLabelText(words.first), 'Amina');
  await user.type(screen.getByLabelText(words.phone), '+213555123456');
  await user.selectOptions(
    screen.getByRole('combobox', { name: /Wilaya|الولاية/ }),
    await screen.findByRole('option', { name: /^16/ }),
  );
  await user.selectOptions(
    screen.getByRole('combobox', { name: /Commune|البلدية/ }),
    await screen.findByRole('option', { name: /Alger-Centre|الجزائر الوسطى/ }),
  );
  const [, desk] = await screen.findAllByRole('radio');
  if (desk) await user.click(desk);
}

describe.each([
  ['fr', FRENCH],
  ['ar', ARABIC],
] as const)('the order form in %s', (language, words) => {
  beforeEach(() => startLocale(language));

  it('orders what was filled in and remembers the purchase', async () => {
    const asked = answerWith({ ...SHOP, '/cart/checkout': PLACED });
    const { user, onPlaced } = show();
    await fill(user, words);
    await user.click(screen.getByRole('button', { name: words.confirm }));
    await waitFor(() => expect(onPlaced).toHaveBeenCalledOnce());
    const sent = asked.find(({ path }) => path.endsWith('/cart/checkout'));
    expect(sent?.body).toMatchObject({
      phone: '0555123456',
      wilaya: '16',
      commune: '1601',
      transporter: 't1',
      deliveryType: 'desk',
      shownTotal: 11_040,
      products: [{ product: 'p1', combination: 'c50', quantity: 2 }],
    });
    expect(sent?.headers.get('Idempotency-Key')).toHaveLength(32);
    expect(sent?.headers.get('X-CSRF-Token')).toBe('c');
    expect(placedOrderStore.get()?.number).toBe('A-10234');
    expect(lastPurchaseStore.get()).not.toBeNull();
  });
});

it('offers only places that can be delivered to, and the commune’s carriers first', async () => {
  answerWith(SHOP);
  const { user } = show();
  await fill(user);
  expect(screen.queryByRole('option', { name: /Illizi/ })).toBeNull();
  expect(screen.getAllByRole('radio')).toHaveLength(2);
  await user.click(screen.getByRole('button', { name: /autre transporteur/ }));
  expect(screen.getAllByRole('radio')).toHaveLength(3);
});

it('keeps one draft once the shopper can be called back', async () => {
  const asked = answerWith(SHOP);
  const { user } = show();
  await fill(user);
  await waitFor(() => expect(cartIdStore.get()).toBe('draft-1'));
  expect(asked.filter(({ path }) => path.endsWith('/cart/create/'))).toHaveLength(1);
});

it('names what is missing and leads there', async () => {
  answerWith(SHOP);
  const { user } = show();
  const button = screen.getByRole('button', { name: /Confirmer/ });
  expect(button).toHaveAttribute('aria-disabled', 'true');
  await user.click(button);
  expect(screen.getByRole('alert')).toHaveTextContent(
    'Il manque : Nom, Prénom, Téléphone, Wilaya, Commune, Livraison',
  );
  expect(screen.getByLabelText('Nom')).toHaveFocus();
});

it('asks again at the new total when the price changed', async () => {
  let answer: { status?: number; body: unknown } = {
    status: 409,
    body: { code: 'orders.price_changed', facts: { total: 12_000 } },
  };
  const asked = answerWith({ ...SHOP, '/cart/checkout': () => answer });
  const { user, onOutdated, onPlaced } = show();
  await fill(user);
  await user.click(screen.getByRole('button', { name: /Confirmer/ }));
  expect(await screen.findByRole('alert')).toHaveTextContent(/Nouveau total : 12\s000\sDA/);
  expect(onOutdated).toHaveBeenCalledOnce();
  answer = PLACED;
  await user.click(screen.getByRole('button', { name: 'Confirmer au nouveau total' }));
  await waitFor(() => expect(onPlaced).toHaveBeenCalledOnce());
  const totals = asked
    .filter(({ path }) => path.endsWith('/checkout'))
    .map(({ body }) => (body as { shownTotal: number }).shownTotal);
  expect(totals).toEqual([11_040, 12_000]);
});

it('names the goods that ran out', async () => {
  const body = { code: 'orders.out_of_stock', errors: { 'products[0].quantity': [{ key: 'k', text: 't' }] } };
  answerWith({ ...SHOP, '/cart/checkout': { status: 409, body } });
  const { user } = show();
  await fill(user);
  await user.click(screen.getByRole('button', { name: /Confirmer/ }));
  expect(await screen.findByRole('alert')).toHaveTextContent('Plus assez de stock : Ambre');
});

it('sends the same key again after a lost answer', async () => {
  let lost = true;
  const asked = answerWith({ ...SHOP, '/cart/checkout': () => (lost ? new TypeError('gone') : PLACED) });
  const { user, onPlaced } = show();
  await fill(user);
  await user.click(screen.getByRole('button', { name: /Confirmer/ }));
  expect(await screen.findByText(/Votre commande n’a pas pu être enregistrée/)).toBeVisible();
  lost = false;
  await user.click(screen.getByRole('button', { name: 'Réessayer' }));
  await waitFor(() => expect(onPlaced).toHaveBeenCalledOnce());
  const keys = asked
    .filter(({ path }) => path.endsWith('/checkout'))
    .map(({ headers }) => headers.get('Idempotency-Key'));
  expect(new Set(keys).size).toBe(1);
});

it('shows that communes did not load and tries again', async () => {
  let broken = true;
  answerWith({
    ...SHOP,
    '/commune/wilaya/16': () => (broken ? { status: 500, body: {} } : SHOP['/commune/wilaya/16']),
  });
  const { user } = show();
  await user.selectOptions(
    screen.getByRole('combobox', { name: 'Wilaya' }),
    await screen.findByRole('option', { name: /^16/ }),
  );
  expect(await screen.findByText('Les communes n’ont pas pu être chargées.')).toBeVisible();
  broken = false;
  await user.click(screen.getByRole('button', { name: 'Réessayer' }));
  expect(await screen.findByRole('option', { name: 'Alger-Centre' })).toBeInTheDocument();
});

it('holds the button during the pause after a purchase', async () => {
  answerWith(SHOP);
  lastPurchaseStore.set(Date.now() - 40_000);
  show();
  expect(screen.getByText(/Attendez \d+ secondes/)).toBeVisible();
  expect(screen.getByRole('button', { name: /Confirmer/ })).toHaveAttribute('aria-disabled', 'true');
});
