import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { DEADLINE_MS } from '@/api/client.ts';
import type { CartLine } from '@/domain/cart.ts';
import { type CheckoutForm, EMPTY_FORM } from '@/domain/checkout-form.ts';
import { locale, startLocale } from '@/i18n/locale.ts';
import { type Answer, type Asked, answerWith } from '@/testing/answers.ts';
import { renderScreen } from '@/testing/render-screen.tsx';
import { watchSeeing } from '@/testing/seeing.ts';
import { queryClient } from '../../api.ts';
import { cartStore } from '../../state/cart-store.ts';
import type { Source } from '../../state/draft-ids.ts';
import {
  cartDraftStore,
  formStore,
  lastPurchaseStore,
  placedOrderStore,
  productDraftStore,
  unansweredStore,
} from '../../state/purchase-store.ts';
import { OrderForm } from './order-form.tsx';

const line: CartLine = {
  productId: 'p1',
  combinationId: 'c50',
  unitPrice: 5520,
  quantity: 2,
  name: 'Ambre',
  image: '',
  attributes: { size: '50 ml' },
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
  cartDraftStore.set(null);
  productDraftStore.set(null);
  lastPurchaseStore.set(null);
  placedOrderStore.set(null);
  unansweredStore.set([]);
  cartStore.set([]);
});

function show(lines: readonly CartLine[] = [line], source: Source = 'cart') {
  const onPlaced = vi.fn();
  const onOutdated = vi.fn();
  const onDrop = vi.fn();
  const onShort = vi.fn();
  const form = (shown: readonly CartLine[]) => (
    <OrderForm available lines={shown} {...{ source, onPlaced, onOutdated, onDrop, onShort }} />
  );
  const { rerender, unmount } = renderScreen(form(lines), { queries: queryClient, locale: locale() });
  const showLines = (shown: readonly CartLine[]) => rerender(form(shown));
  return { onPlaced, onOutdated, onDrop, onShort, showLines, unmount, user: userEvent.setup() };
}

/** What a page that is loaded anew has of the shop: nothing but what the browser keeps. */
function reload() {
  queryClient.clear();
  for (const store of [formStore, unansweredStore, productDraftStore, cartDraftStore]) store.reload();
}

const keysOf = (asked: readonly Asked[]) =>
  asked.filter(({ path }) => path.endsWith('/checkout')).map(({ headers }) => headers.get('Idempotency-Key'));

/** All that an order needs, of a shopper who comes back to the form. */
const FILLED: CheckoutForm = {
  ...EMPTY_FORM,
  lastname: 'Benali',
  firstname: 'Amina',
  phone: '0555123456',
  wilaya: '16',
  commune: '1601',
  transporter: 't1',
  deliveryType: 'desk',
};
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

it('takes a name with a hyphen or an apostrophe by its letters', async () => {
  answerWith(SHOP);
  formStore.set({ ...FILLED, lastname: '' });
  const { user } = show();
  const name = screen.getByLabelText(FRENCH.last);
  await user.type(name, 'Aït-Saïd');
  expect(name).toHaveValue('Aït Saïd');
  await user.clear(name);
  await user.type(name, 'Ben’Amar');
  expect(name).toHaveValue('Ben Amar');
  await user.type(name, "m'", { initialSelectionStart: 4, initialSelectionEnd: 4 });
  expect(name).toHaveValue('Ben m Amar');
  expect((name as HTMLInputElement).selectionStart).toBe(6);
  await waitFor(() =>
    expect(screen.getByRole('button', { name: FRENCH.confirm })).toHaveAttribute('aria-disabled', 'false'),
  );
});

it('says under the button what keeps it at rest though it is filled in', async () => {
  answerWith(SHOP);
  formStore.set({ ...FILLED, lastname: 'B2', phone: '0555' });
  const { user } = show();
  expect(await screen.findByText('À corriger : nom, téléphone.')).toBeVisible();
  await user.type(screen.getByLabelText(FRENCH.phone), '123456');
  expect(screen.getByText('À corriger : nom.')).toBeVisible();
});

it('says in the phone’s bar too that the order is on its way', async () => {
  watchSeeing();
  answerWith({ ...SHOP, '/cart/checkout': () => new Promise<Answer>(() => {}) });
  formStore.set(FILLED);
  const checkout = { source: 'cart' as const, onPlaced: vi.fn(), onOutdated: vi.fn() };
  renderScreen(<OrderForm available hasBar lines={[line]} {...checkout} />, { queries: queryClient });
  await screen.findAllByRole('radio');
  // The test's screen is none of a phone: the bar is there, and not shown.
  const inBar = screen.getByRole('button', { name: 'Confirmer', hidden: true });
  fireEvent.click(inBar);
  await waitFor(() => expect(inBar).toHaveTextContent('Envoi de la commande…'));
  expect(inBar).toBeDisabled();
});

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
    expect(sent?.headers.get('Idempotency-Key')).toMatch(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/);
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
  // Without a logo, a carrier is known by its initials.
  expect(screen.getAllByText('TT')).toHaveLength(3);
});

it('keeps one draft once the shopper can be called back', async () => {
  const asked = answerWith(SHOP);
  const { user } = show();
  await fill(user);
  await waitFor(() => expect(cartDraftStore.get()?.cartId).toBe('draft-1'));
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

it('drops a refused total with the goods that it was of', async () => {
  answerWith({
    ...SHOP,
    '/cart/checkout': { status: 409, body: { code: 'orders.price_changed', facts: { total: 12_000 } } },
  });
  const { user, showLines } = show();
  await fill(user);
  await user.click(screen.getByRole('button', { name: /Confirmer/ }));
  await screen.findByRole('button', { name: 'Confirmer au nouveau total' });
  showLines([{ ...line, quantity: 3 }]);
  expect(screen.getByRole('button', { name: 'Confirmer la commande' })).toBeVisible();
  expect(screen.queryByText(/Nouveau total/)).toBeNull();
  expect(screen.getAllByText(/16\s560/)).toHaveLength(2);
});

it('names goods that are no longer sold, and takes them out', async () => {
  const errors = { 'products[1].product': [{ key: 'form.validation.product', text: 't' }] };
  answerWith({
    ...SHOP,
    '/cart/checkout': { status: 422, body: { code: 'orders.invalid_lines', errors } },
  });
  const rose = { ...line, productId: 'p2', name: 'Rose' };
  const { user, onDrop, onOutdated, showLines } = show([line, rose]);
  await fill(user);
  await user.click(screen.getByRole('button', { name: /Confirmer/ }));
  expect(await screen.findByRole('alert')).toHaveTextContent('Rose, 50 ml n’est plus en vente.');
  expect(onOutdated).toHaveBeenCalledOnce();
  await user.click(screen.getByRole('button', { name: 'Retirer du panier' }));
  expect(onDrop).toHaveBeenCalledWith([rose]);
  showLines([line]);
  expect(screen.queryByText(/n’est plus en vente/)).toBeNull();
});

it('names the goods that ran out as they were sent', async () => {
  const errors = { 'products[1].quantity': [{ key: 'k', text: 't' }] };
  const body = { code: 'orders.out_of_stock', errors, facts: { 'products[1].available': 1 } };
  answerWith({ ...SHOP, '/cart/checkout': { status: 409, body } });
  const rose = { ...line, productId: 'p2', name: 'Rose' };
  const { user, showLines, onShort } = show([line, rose]);
  await fill(user);
  await user.click(screen.getByRole('button', { name: /Confirmer/ }));
  expect(await screen.findByRole('alert')).toHaveTextContent(
    /stock : Rose, 50 ml\. .*Il n’en reste que 1\.$/,
  );
  expect(onShort.mock.calls).toEqual([[[]], [[{ ...rose, left: 1 }]]]);
  showLines([rose]);
  expect(screen.queryByText(/Plus assez de stock/)).toBeNull();
});

it('says from when on a line can be ordered that was refused before, and takes it out', async () => {
  const errors = { 'products[0].product': [{ key: 'form.validation.awaited', text: 't' }] };
  const facts = { 'products[0].availableFrom': '2100-12-31' };
  answerWith({
    ...SHOP,
    '/cart/checkout': { status: 422, body: { code: 'orders.invalid_lines', errors, facts } },
  });
  const { user, onDrop } = show();
  await fill(user);
  await user.click(screen.getByRole('button', { name: /Confirmer/ }));
  expect(await screen.findByRole('alert')).toHaveTextContent(
    /^Ambre, 50 ml : disponible à partir du 31 décembre 2100\./,
  );
  await user.click(screen.getByRole('button', { name: 'Retirer du panier' }));
  expect(onDrop).toHaveBeenCalledWith([line]);
});

it('says in what numbers a line is ordered that was refused for its own', async () => {
  const errors = { 'products[0].quantity': [{ key: 'form.validation.belowMinimum', text: 't' }] };
  const at = (name: string) => `products[0].${name}`;
  const facts = { [at('minimumQuantity')]: 12, [at('quantityStep')]: 6 };
  answerWith({
    ...SHOP,
    '/cart/checkout': { status: 422, body: { code: 'orders.invalid_lines', errors, facts } },
  });
  const { user, onOutdated } = show();
  await fill(user);
  await user.click(screen.getByRole('button', { name: /Confirmer/ }));
  expect(await screen.findByRole('alert')).toHaveTextContent(
    /ne peuvent pas être commandées\. Ambre, 50 ml : par lots de 6, à partir de 12\.$/,
  );
  expect(onOutdated).toHaveBeenCalled();
});

it('says how many can be ordered where a line is of more than any may have', async () => {
  const errors = { 'products[0].quantity': [{ key: 'form.validation.quantity', text: 't' }] };
  answerWith({
    ...SHOP,
    '/cart/checkout': { status: 422, body: { code: 'orders.invalid_lines', errors } },
  });
  const { user } = show([{ ...line, quantity: 1_001 }]);
  await fill(user);
  await user.click(screen.getByRole('button', { name: /Confirmer/ }));
  expect(await screen.findByRole('alert')).toHaveTextContent(/Ambre, 50 ml : 999 au plus\.$/);
});

it('names the goods that ran out', async () => {
  const body = { code: 'orders.out_of_stock', errors: { 'products[0].quantity': [{ key: 'k', text: 't' }] } };
  answerWith({ ...SHOP, '/cart/checkout': { status: 409, body } });
  const { user } = show();
  await fill(user);
  await user.click(screen.getByRole('button', { name: /Confirmer/ }));
  expect(await screen.findByRole('alert')).toHaveTextContent('Plus assez de stock : Ambre, 50 ml.');
});

it('tells of a desk on a line of its own, and of its carrier once', async () => {
  const named = { name: 'Numidia Express', deskAddress: 'Agence Numidia Express, Sétif' };
  const offers = [{ ...offer('t1', 'desk', 300, '1601'), ...named }];
  answerWith({ ...SHOP, '/transport/commune/1601': { body: [offers] } });
  formStore.set(FILLED);
  show();
  const desk = await screen.findByText('Agence Numidia Express, Sétif');
  expect(desk.tagName).toBe('BDI');
  expect(desk.parentElement).toHaveTextContent(/^Agence Numidia Express, Sétif$/);
  expect(screen.getAllByText(/Numidia Express/)).toEqual([desk]);
});

it('says without a network that nothing left, and sends nothing by itself', async () => {
  let isOn = false;
  const asked = answerWith({ ...SHOP, '/cart/checkout': () => (isOn ? PLACED : new TypeError('gone')) });
  const { user, onPlaced } = show();
  await fill(user);
  const network = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  await user.click(screen.getByRole('button', { name: /Confirmer/ }));
  expect(await screen.findByRole('dialog', { name: 'La commande n’est pas partie' })).toBeVisible();
  expect(screen.getByText(/hors ligne : rien n’a été envoyé/)).toBeVisible();
  expect(screen.queryByText(/peut-être enregistrée/)).toBeNull();
  const tried = keysOf(asked).length;
  isOn = true;
  network.mockReturnValue(true);
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  act(() => void window.dispatchEvent(new Event('online')));
  await vi.advanceTimersByTimeAsync(10_000);
  vi.useRealTimers();
  expect(keysOf(asked)).toHaveLength(tried);
  await user.click(screen.getByRole('button', { name: 'Réessayer' }));
  await waitFor(() => expect(onPlaced).toHaveBeenCalledOnce());
  expect(new Set(keysOf(asked)).size).toBe(1);
  expect(unansweredStore.get()).toEqual([]);
  network.mockRestore();
});

it('orders by a browser that believes to have no network', async () => {
  answerWith({ ...SHOP, '/cart/checkout': PLACED });
  const { user, onPlaced } = show();
  await fill(user);
  const network = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  await user.click(screen.getByRole('button', { name: /Confirmer/ }));
  await waitFor(() => expect(onPlaced).toHaveBeenCalledOnce());
  network.mockRestore();
});

it('says of an order that a browser without a network lost later than at once that it may stand', async () => {
  let lose = (_: Error) => {};
  const lost = new Promise<Error>((resolve) => (lose = resolve));
  const asked = answerWith({ ...SHOP, '/cart/checkout': () => lost });
  const { user } = show();
  await fill(user);
  const network = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  fireEvent.click(screen.getByRole('button', { name: /Confirmer/ }));
  await vi.advanceTimersByTimeAsync(250);
  vi.useRealTimers();
  expect(keysOf(asked)).toHaveLength(1);
  lose(new TypeError('gone'));
  await waitFor(() => expect(screen.getByText(/Votre commande est peut-être enregistrée/)).toBeVisible());
  network.mockRestore();
});

it('says of a lost answer that the order may stand, also where the next try found no network', async () => {
  const asked = answerWith({ ...SHOP, '/cart/checkout': () => new TypeError('gone') });
  const { user } = show();
  await fill(user);
  await user.click(screen.getByRole('button', { name: /Confirmer/ }));
  await screen.findByText(/Votre commande est peut-être enregistrée/);
  const network = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  await user.click(screen.getByRole('button', { name: 'Réessayer' }));
  expect(await screen.findByText(/Votre commande est peut-être enregistrée/)).toBeVisible();
  expect(screen.getByText(/Pas de connexion/)).toBeVisible();
  expect(new Set(keysOf(asked)).size).toBe(1);
  network.mockRestore();
});

it('sends the same key again after a lost answer', async () => {
  let lost = true;
  const asked = answerWith({ ...SHOP, '/cart/checkout': () => (lost ? new TypeError('gone') : PLACED) });
  const { user, onPlaced } = show();
  await fill(user);
  await user.click(screen.getByRole('button', { name: /Confirmer/ }));
  expect(await screen.findByText(/Votre commande est peut-être enregistrée/)).toBeVisible();
  lost = false;
  await user.click(screen.getByRole('button', { name: 'Réessayer' }));
  await waitFor(() => expect(onPlaced).toHaveBeenCalledOnce());
  expect(new Set(keysOf(asked)).size).toBe(1);
  expect(unansweredStore.get()).toEqual([]);
});

it('says of a lost answer that the order may stand, and where to ask', async () => {
  answerWith({ ...SHOP, '/cart/checkout': () => new TypeError('gone') });
  const { user } = show();
  await fill(user);
  await user.click(screen.getByRole('button', { name: /Confirmer/ }));
  const sheet = await screen.findByRole('dialog', { name: 'La commande est sans réponse' });
  expect(sheet).toHaveTextContent('elle ne sera comptée qu’une fois');
  expect(sheet).toHaveTextContent('Pour savoir si elle est enregistrée, appelez');
  expect(sheet).not.toHaveTextContent('commander par téléphone');
});

it('makes one order of a lost answer, a draft kept meanwhile and a reload', async () => {
  let lost = true;
  const asked = answerWith({
    ...SHOP,
    // The draft is kept only after the order went.
    '/cart/create/': () => (lost ? { status: 503, body: {} } : SHOP['/cart/create/']),
    '/cart/checkout': () => (lost ? new TypeError('gone') : PLACED),
  });
  const { user, unmount } = show();
  await fill(user);
  await user.click(screen.getByRole('button', { name: /Confirmer/ }));
  expect(await screen.findByText(/Votre commande est peut-être enregistrée/)).toBeVisible();
  unmount();
  lost = false;
  cartDraftStore.set({ cartId: 'draft-1', at: Date.now() });
  reload();
  const { onPlaced, user: returned } = show([{ ...line, unitPrice: 6000 }]);
  await waitFor(() => expect(screen.getByText('À payer à la réception')).toBeVisible());
  await returned.click(screen.getByRole('button', { name: /Confirmer/ }));
  await waitFor(() => expect(onPlaced).toHaveBeenCalledOnce());
  const sent = asked.filter(({ path }) => path.endsWith('/checkout'));
  expect(sent).toHaveLength(2);
  expect(sent[1]?.body).toEqual(sent[0]?.body);
  expect(new Set(keysOf(asked)).size).toBe(1);
});

it('offers to send again what a closed tab never heard of', async () => {
  const asked = answerWith({ ...SHOP, '/cart/checkout': () => new TypeError('gone') });
  const { user, unmount } = show();
  await fill(user);
  await user.click(screen.getByRole('button', { name: /Confirmer/ }));
  await screen.findByText(/Votre commande est peut-être enregistrée/);
  unmount();
  formStore.set(EMPTY_FORM);
  reload();
  const askedAgain = answerWith({ ...SHOP, '/cart/checkout': PLACED });
  const { onPlaced, user: returned } = show([{ ...line, productId: 'p2', name: 'Rose' }]);
  expect(screen.getByText(/Votre commande \(Ambre, 50 ml\) n’a pas reçu de réponse/)).toBeVisible();
  await returned.click(screen.getByRole('button', { name: 'Renvoyer' }));
  await waitFor(() => expect(onPlaced).toHaveBeenCalledOnce());
  expect(keysOf(askedAgain)).toEqual(keysOf(asked));
  expect(placedOrderStore.get()?.lines[0]?.name).toBe('Ambre');
});

/** An order whose answer got lost, then the page of another product with the form as it was typed. */
async function lostThenElsewhere() {
  const asked = answerWith({ ...SHOP, '/cart/checkout': () => new TypeError('gone') });
  const { user, unmount } = show();
  await fill(user);
  await user.click(screen.getByRole('button', { name: /Confirmer/ }));
  await screen.findByText(/Votre commande est peut-être enregistrée/);
  unmount();
  const rose = { ...line, productId: 'p2', name: 'Rose' };
  return { keys: keysOf(asked), ...show([rose], rose) };
}

it('tries again what did not go, not what the page shows', async () => {
  const { user, onPlaced, keys } = await lostThenElsewhere();
  await user.click(screen.getByRole('button', { name: 'Renvoyer' }));
  await screen.findByText(/Votre commande est peut-être enregistrée/);
  const asked = answerWith({ ...SHOP, '/cart/checkout': PLACED });
  await user.click(screen.getByRole('button', { name: 'Réessayer' }));
  await waitFor(() => expect(onPlaced).toHaveBeenCalledOnce());
  expect(keysOf(asked)).toEqual(keys);
  expect(placedOrderStore.get()?.lines[0]?.name).toBe('Ambre');
});

/** Another tab has had the answer: it forgets the key, and this one hears of it now, or only when it looks. */
function answeredElsewhere(isHeard: boolean) {
  localStorage.setItem('unansweredOrder', '[]');
  if (!isHeard) return;
  const told = { key: 'unansweredOrder', storageArea: localStorage };
  act(() => void window.dispatchEvent(new StorageEvent('storage', told)));
}

it('says that the shop is closed, in the merchant’s words, and keeps the order to be sent again', async () => {
  let closed = true;
  const refused = { status: 503, body: { code: 'shop.closed', facts: { message: 'Inventaire annuel' } } };
  const asked = answerWith({ ...SHOP, '/cart/checkout': () => (closed ? refused : PLACED) });
  const { user, onPlaced } = show();
  await fill(user);
  await user.click(screen.getByRole('button', { name: /Confirmer/ }));
  expect(await screen.findByText('Inventaire annuel')).toBeVisible();
  expect(screen.getByText(/Votre commande n’a pas pu être enregistrée/)).toBeVisible();
  closed = false;
  await user.click(screen.getByRole('button', { name: 'Réessayer' }));
  await waitFor(() => expect(onPlaced).toHaveBeenCalled());
  const keys = asked
    .filter(({ path }) => path.endsWith('/cart/checkout'))
    .map(({ headers }) => headers.get('Idempotency-Key'));
  expect(new Set(keys).size).toBe(1);
});

describe('a failed order that another tab has sent again', () => {
  const fail = async () => {
    answerWith({ ...SHOP, '/cart/checkout': () => new TypeError('gone') });
    const { user, onPlaced } = show();
    await fill(user);
    await user.click(screen.getByRole('button', { name: /Confirmer/ }));
    await screen.findByText(/Votre commande est peut-être enregistrée/);
    return { user, onPlaced, asked: answerWith({ ...SHOP, '/cart/checkout': PLACED }) };
  };
  const expectAnswered = () => {
    expect(screen.getByRole('alert')).toHaveTextContent('Votre commande (Ambre, 50 ml) a reçu sa réponse');
    expect(screen.queryByRole('button', { name: 'Réessayer' })).toBeNull();
  };

  it('makes no second one when the retry is pressed before this tab has heard of it', async () => {
    const { user, onPlaced, asked } = await fail();
    answeredElsewhere(false);
    await user.click(screen.getByRole('button', { name: 'Réessayer' }));
    expectAnswered();
    expect(keysOf(asked)).toEqual([]);
    expect(onPlaced).not.toHaveBeenCalled();
  });

  it('is no longer offered to be tried again', async () => {
    await fail();
    answeredElsewhere(true);
    expectAnswered();
  });
});

it('tries nothing again during the pause after a purchase in another tab', async () => {
  answerWith({ ...SHOP, '/cart/checkout': () => new TypeError('gone') });
  const { user } = show();
  await fill(user);
  await user.click(screen.getByRole('button', { name: /Confirmer/ }));
  const retry = await screen.findByRole('button', { name: 'Réessayer' });
  const asked = answerWith({ ...SHOP, '/cart/checkout': PLACED });
  act(() => lastPurchaseStore.set({ at: Date.now() }));
  await user.click(retry);
  expect(keysOf(asked)).toEqual([]);
  expect(screen.getByRole('button', { name: 'Renvoyer' })).toBeVisible();
});

it('sends anew, under a key of its own, what the shop refused for no reason that has words', async () => {
  const refused = answerWith({ ...SHOP, '/cart/checkout': { status: 400, body: { code: 'malformed' } } });
  const { user, onPlaced } = show();
  await fill(user);
  await user.click(screen.getByRole('button', { name: /Confirmer/ }));
  const retry = await screen.findByRole('button', { name: 'Réessayer' });
  expect(screen.getByText(/Votre commande n’a pas pu être enregistrée/)).toBeVisible();
  const asked = answerWith({ ...SHOP, '/cart/checkout': PLACED });
  await user.click(retry);
  await waitFor(() => expect(onPlaced).toHaveBeenCalledOnce());
  expect(keysOf(asked)).not.toEqual(keysOf(refused));
});

it.each([
  [
    'price_changed',
    { facts: { total: 12_000 } },
    /Le prix a changé entre-temps. Nouveau total : 12\s000\sDA/,
  ],
  ['out_of_stock', { errors: { 'products[0].quantity': [{ key: 'k', text: 't' }] } }, /stock : Ambre, 50 ml/],
  [
    'invalid_lines',
    { errors: { 'products[0].product': [{ key: 'k', text: 't' }] } },
    /Ambre, 50 ml n’est plus en vente/,
  ],
  ['cart_too_large', {}, /La quantité est trop grande/],
])('says that what was sent again was refused, over another product: %s', async (code, problem, why) => {
  const { user } = await lostThenElsewhere();
  answerWith({ ...SHOP, '/cart/checkout': { status: 409, body: { code: `orders.${code}`, ...problem } } });
  await user.click(screen.getByRole('button', { name: 'Renvoyer' }));
  const notice = await screen.findByRole('alert');
  expect(notice).toHaveTextContent('Votre commande (Ambre, 50 ml) n’a pas été enregistrée.');
  expect(notice).toHaveTextContent(why);
  // Nothing of it is said of what the page shows.
  expect(screen.getByRole('button', { name: 'Confirmer la commande' })).toBeVisible();
  expect(unansweredStore.get()).toEqual([]);
});

describe('another order for the phone whose first may have gone', () => {
  const askIt = async () => {
    const first = await lostThenElsewhere();
    const asked = answerWith({ ...SHOP, '/cart/checkout': PLACED });
    await first.user.click(screen.getByRole('button', { name: 'Confirmer la commande' }));
    const question = await screen.findByRole('dialog', { name: /Une seconde commande/ });
    expect(question).toHaveTextContent('Votre commande (Ambre, 50 ml) n’a pas reçu de réponse');
    expect(keysOf(asked)).toEqual([]);
    return { ...first, asked };
  };

  it('goes as the first when that was meant', async () => {
    const { user, onPlaced, keys, asked } = await askIt();
    await user.click(screen.getByRole('button', { name: 'Renvoyer la première' }));
    await waitFor(() => expect(onPlaced).toHaveBeenCalledOnce());
    expect(keysOf(asked)).toEqual(keys);
    expect(placedOrderStore.get()?.lines[0]?.name).toBe('Ambre');
    expect(unansweredStore.get()).toEqual([]);
  });

  it('goes as a second when it is one, and the first can still be sent again', async () => {
    const { user, onPlaced, keys, asked } = await askIt();
    await user.click(screen.getByRole('button', { name: 'Passer la seconde' }));
    await waitFor(() => expect(onPlaced).toHaveBeenCalledOnce());
    expect(placedOrderStore.get()?.lines[0]?.name).toBe('Rose');
    expect(keysOf(asked)).not.toEqual(keys);
    expect(screen.getByText(/Votre commande \(Ambre, 50 ml\) n’a pas reçu de réponse/)).toBeVisible();
    expect(unansweredStore.get().map(({ key }) => key)).toEqual(keys);
  });

  it('is asked about once: its own key stays as well', async () => {
    const { user, keys } = await askIt();
    const asked = answerWith({ ...SHOP, '/cart/checkout': () => new TypeError('gone') });
    await user.click(screen.getByRole('button', { name: 'Passer la seconde' }));
    await screen.findByText(/Votre commande est peut-être enregistrée/);
    await user.click(screen.getByRole('button', { name: 'Réessayer' }));
    await waitFor(() => expect(keysOf(asked)).toHaveLength(2));
    const [key, again] = keysOf(asked);
    expect(again).toBe(key);
    expect(unansweredStore.get().map((one) => one.key)).toEqual([...keys, key]);
  });

  it('is no longer asked about once another tab has the answer to the first', async () => {
    const { asked } = await askIt();
    answeredElsewhere(true);
    expect(screen.queryByRole('dialog', { name: /Une seconde commande/ })).toBeNull();
    expect(keysOf(asked)).toEqual([]);
  });

  it('waits for the pause after a purchase in another tab', async () => {
    const { user, asked } = await askIt();
    act(() => lastPurchaseStore.set({ at: Date.now() }));
    await user.click(screen.getByRole('button', { name: 'Passer la seconde' }));
    expect(screen.queryByRole('dialog', { name: /Une seconde commande/ })).toBeNull();
    expect(keysOf(asked)).toEqual([]);
  });

  it('is not asked about for another phone', async () => {
    const { user, onPlaced } = await lostThenElsewhere();
    answerWith({ ...SHOP, '/cart/checkout': PLACED });
    formStore.set({ ...formStore.get(), phone: '0666123456' });
    await user.click(screen.getByRole('button', { name: 'Confirmer la commande' }));
    await waitFor(() => expect(onPlaced).toHaveBeenCalledOnce());
    expect(placedOrderStore.get()?.lines[0]?.name).toBe('Rose');
  });
});

it('calls no order lost while a page waits for its answer, and one that waits no more lost', async () => {
  const { unmount } = await lostThenElsewhere();
  const [first] = unansweredStore.get();
  if (!first) throw new Error('nothing was kept');
  const awaited = (since: number) => unansweredStore.set([{ ...first, awaitedSince: since }]);
  awaited(Date.now());
  await waitFor(() => expect(screen.queryByText(/n’a pas reçu de réponse/)).toBeNull());
  // Its page was closed: nothing tells of it but the time.
  awaited(Date.now() - DEADLINE_MS + 300);
  expect(screen.queryByText(/n’a pas reçu de réponse/)).toBeNull();
  expect(await screen.findByText(/Votre commande \(Ambre, 50 ml\) n’a pas reçu de réponse/)).toBeVisible();
  unmount();
});

it('reads what was kept as one alone', () => {
  const one = { submission: { lines: [], form: EMPTY_FORM }, key: 'k', language: 'fr', sentAt: Date.now() };
  localStorage.setItem('unansweredOrder', JSON.stringify(one));
  unansweredStore.reload();
  expect(unansweredStore.get()).toEqual([{ ...one, awaitedSince: null, mayExist: true }]);
});

it.each([
  [429, 'rate_limited'],
  [401, 'unauthenticated'],
  [403, 'csrf'],
  [413, 'too_large'],
])('keeps the key when the gateway lets nothing through: %s', async (status, code) => {
  const { user, onPlaced, keys, showLines } = await lostThenElsewhere();
  showLines([line]);
  answerWith({ ...SHOP, '/cart/checkout': { status, body: { code } } });
  await user.click(screen.getByRole('button', { name: 'Renvoyer' }));
  await screen.findByText(/Votre commande est peut-être enregistrée/);
  const asked = answerWith({ ...SHOP, '/cart/checkout': PLACED });
  await user.click(screen.getByRole('button', { name: 'Réessayer' }));
  await waitFor(() => expect(onPlaced).toHaveBeenCalledOnce());
  expect(keysOf(asked)).toEqual(keys);
});

describe('an order that was turned away', () => {
  const turnAway = async (code = 'rate_limited', status = 429) => {
    answerWith({ ...SHOP, '/cart/checkout': { status, body: { code } } });
    const shown = show();
    await fill(shown.user);
    await shown.user.click(screen.getByRole('button', { name: /Confirmer/ }));
    await screen.findByText(/Votre commande n’a pas pu être enregistrée/);
    return shown;
  };

  it('is no order, however often it is, and may be one once a try got in', async () => {
    const { user } = await turnAway('shop.closed', 503);
    await user.click(screen.getByRole('button', { name: 'Réessayer' }));
    expect(await screen.findByText(/Votre commande n’a pas pu être enregistrée/)).toBeVisible();
    answerWith({ ...SHOP, '/cart/checkout': new TypeError('gone') });
    await user.click(screen.getByRole('button', { name: 'Réessayer' }));
    expect(await screen.findByText(/Votre commande est peut-être enregistrée/)).toBeVisible();
    answerWith({ ...SHOP, '/cart/checkout': { status: 429, body: { code: 'rate_limited' } } });
    await user.click(screen.getByRole('button', { name: 'Réessayer' }));
    expect(await screen.findByText(/Votre commande est peut-être enregistrée/)).toBeVisible();
  });

  it('is not called unanswered, and the next one for the phone is no second', async () => {
    const { user, onPlaced, unmount } = await turnAway();
    await user.click(screen.getByRole('button', { name: 'Fermer' }));
    expect(screen.getByText(/Votre commande \(Ambre, 50 ml\) n’a pas été enregistrée/)).toBeVisible();
    expect(screen.queryByText(/n’a pas reçu de réponse/)).toBeNull();
    unmount();
    answerWith({ ...SHOP, '/cart/checkout': PLACED });
    const rose = { ...line, productId: 'p2', name: 'Rose' };
    const { onPlaced: onSecond, user: again } = show([rose], rose);
    await again.click(screen.getByRole('button', { name: /Confirmer/ }));
    await waitFor(() => expect(onSecond).toHaveBeenCalledOnce());
    expect(onPlaced).not.toHaveBeenCalled();
  });

  it('is forgotten once other goods were ordered in its place', async () => {
    const { user, onPlaced, showLines } = await turnAway();
    await user.click(screen.getByRole('button', { name: 'Fermer' }));
    showLines([{ ...line, quantity: 3 }]);
    answerWith({ ...SHOP, '/cart/checkout': PLACED });
    await user.click(screen.getByRole('button', { name: /Confirmer/ }));
    await waitFor(() => expect(onPlaced).toHaveBeenCalledOnce());
    expect(screen.queryByText(/n’a pas été enregistrée/)).toBeNull();
    expect(unansweredStore.get()).toEqual([]);
  });

  it('stays when another one that was turned away is sent again', async () => {
    const { user, onPlaced, showLines } = await turnAway();
    await user.click(screen.getByRole('button', { name: 'Fermer' }));
    showLines([{ ...line, productId: 'p2', name: 'Rose' }]);
    answerWith({ ...SHOP, '/cart/checkout': PLACED });
    const [kept] = unansweredStore.get();
    if (!kept) throw new Error('nothing was kept');
    const savon = { ...line, productId: 'p3', name: 'Savon' };
    const other = { ...kept, key: 'other', submission: { ...kept.submission, lines: [savon] } };
    act(() => unansweredStore.set([kept, other]));
    const [again] = screen.getAllByRole('button', { name: 'Renvoyer' });
    if (again) await user.click(again);
    await waitFor(() => expect(onPlaced).toHaveBeenCalledOnce());
    expect(unansweredStore.get()).toEqual([other]);
  });

  it('closes without a word once another tab has ordered something else in its place', async () => {
    await turnAway();
    answeredElsewhere(true);
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(screen.queryByText(/a reçu sa réponse/)).toBeNull();
    expect(screen.queryByText(/n’a pas été enregistrée/)).toBeNull();
  });

  it('is told to have its answer once another tab has sent it again', async () => {
    await turnAway();
    act(() => unansweredStore.update((all) => all.map((one) => ({ ...one, awaitedSince: Date.now() }))));
    answeredElsewhere(true);
    expect(screen.getByText(/Votre commande \(Ambre, 50 ml\) a reçu sa réponse/)).toBeVisible();
  });

  it.each(['orders.busy', 'inventory.crowded'])('is none where nothing was stored: %s', async (code) => {
    await turnAway(code, 503);
    expect(unansweredStore.get()).toMatchObject([{ mayExist: false, awaitedSince: null }]);
  });

  it.each(['orders.busy', 'inventory.crowded'])('may be one that got in before: %s', async (code) => {
    const { user, showLines } = await lostThenElsewhere();
    showLines([line]);
    answerWith({ ...SHOP, '/cart/checkout': { status: 503, body: { code } } });
    await user.click(screen.getByRole('button', { name: 'Renvoyer' }));
    expect(await screen.findByText(/Votre commande est peut-être enregistrée/)).toBeVisible();
    expect(unansweredStore.get()).toMatchObject([{ mayExist: true }]);
  });

  it('does not hide that another order for the phone may exist', async () => {
    const { user } = await turnAway();
    const [turnedAway] = unansweredStore.get();
    if (!turnedAway) throw new Error('nothing was kept');
    await user.click(screen.getByRole('button', { name: 'Fermer' }));
    const rose = { ...line, productId: 'p2', name: 'Rose' };
    const submission = { ...turnedAway.submission, lines: [rose] };
    act(() => unansweredStore.set([turnedAway, { ...turnedAway, submission, key: 'lost', mayExist: true }]));
    const asked = answerWith({ ...SHOP, '/cart/checkout': PLACED });
    await user.click(screen.getByRole('button', { name: /Confirmer/ }));
    expect(await screen.findByRole('dialog', { name: /Une seconde commande/ })).toHaveTextContent(
      '(Rose, 50 ml)',
    );
    expect(keysOf(asked)).toEqual([]);
  });

  it('may be one once nobody knows what became of a try', async () => {
    const { unmount } = await turnAway();
    const [kept] = unansweredStore.get();
    if (!kept) throw new Error('nothing was kept');
    unmount();
    // Its page was closed while it waited for the answer.
    unansweredStore.set([{ ...kept, awaitedSince: Date.now() - DEADLINE_MS }]);
    const { user } = show();
    expect(screen.getByText(/n’a pas reçu de réponse/)).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Renvoyer' }));
    expect(await screen.findByText(/Votre commande est peut-être enregistrée/)).toBeVisible();
  });
});

it('forgets the key of an order that the shop refused', async () => {
  const { user } = await lostThenElsewhere();
  answerWith({ ...SHOP, '/cart/checkout': { status: 422, body: { code: 'orders.cart_too_large' } } });
  await user.click(screen.getByRole('button', { name: 'Renvoyer' }));
  await screen.findByText(/La quantité est trop grande/);
  expect(unansweredStore.get()).toEqual([]);
});

it('sends an address without what reorders its text, and says of a refused one what one is', async () => {
  const errors = { address: [{ key: 'form.validation.address', text: 't' }] };
  const refused = { status: 422, body: { code: 'invalid_request', errors } };
  const asked = answerWith({ ...SHOP, '/cart/checkout': refused });
  formStore.set({ ...FILLED, deliveryType: 'home' });
  const { user } = show();
  await screen.findAllByRole('radio');
  const address = screen.getByLabelText('Adresse');
  expect(address).toHaveAttribute('maxlength', '250');
  await user.click(address);
  await user.paste('\u2067حي النصر\u2069 12');
  await user.click(screen.getByRole('button', { name: /Confirmer/ }));
  await waitFor(() => expect(address).toHaveAttribute('aria-invalid', 'true'));
  expect(address).toHaveAccessibleDescription('Une seule ligne, 250 caractères au plus.');
  expect(asked.find(({ path }) => path.endsWith('/checkout'))?.body).toMatchObject({
    address: 'حي النصر 12',
  });
});

it('goes to the refused field, or back to the button, once the form is free', async () => {
  const errors = { phone: [{ key: 'form.validation.phone', text: 't' }] };
  let answer: { status: number; body: unknown } = { status: 422, body: { code: 'invalid_request', errors } };
  // What is disabled loses the focus in a browser.
  const reply = () => {
    (document.activeElement as HTMLElement).blur();
    return answer;
  };
  answerWith({ ...SHOP, '/cart/checkout': reply });
  const { user } = show();
  await fill(user);
  await user.click(screen.getByRole('button', { name: /Confirmer/ }));
  await waitFor(() => expect(screen.getByLabelText('Téléphone')).toHaveFocus());
  answer = { status: 409, body: { code: 'orders.price_changed', facts: { total: 12_000 } } };
  await user.click(screen.getByRole('button', { name: /Confirmer/ }));
  await waitFor(() => expect(screen.getByRole('button', { name: /nouveau total/ })).toHaveFocus());
});

it('goes back to the button once what failed was read', async () => {
  answerWith({ ...SHOP, '/cart/checkout': new TypeError('gone') });
  const { user } = show();
  await fill(user);
  await user.click(screen.getByRole('button', { name: /Confirmer/ }));
  await user.click(await screen.findByRole('button', { name: 'Fermer' }));
  await waitFor(() => expect(screen.getByRole('button', { name: /Confirmer/ })).toHaveFocus());
});

it('waits for an order that the shop still works on', async () => {
  let calls = 0;
  const asked = answerWith({
    ...SHOP,
    '/cart/checkout': () => (++calls === 1 ? { status: 409, body: { code: 'orders.in_flight' } } : PLACED),
  });
  const { user, onPlaced } = show();
  await fill(user);
  await user.click(screen.getByRole('button', { name: /Confirmer/ }));
  await waitFor(() => expect(onPlaced).toHaveBeenCalledOnce(), { timeout: 5_000 });
  expect(new Set(keysOf(asked)).size).toBe(1);
});

it('writes the receipt of what was sent, and takes only that out of the cart', async () => {
  let answer = (_: typeof PLACED) => {};
  const waiting = new Promise<typeof PLACED>((resolve) => {
    answer = resolve;
  });
  answerWith({ ...SHOP, '/cart/checkout': () => waiting });
  cartStore.set([line]);
  const { user, showLines, onPlaced } = show();
  await fill(user);
  await user.click(screen.getByRole('button', { name: /Confirmer/ }));
  await screen.findByRole('button', { name: /Envoi/ });
  expect(screen.getByLabelText('Nom')).toBeDisabled();
  cartStore.set([
    { ...line, quantity: 5 },
    { ...line, productId: 'p2' },
  ]);
  showLines(cartStore.get());
  answer(PLACED);
  await waitFor(() => expect(onPlaced).toHaveBeenCalledOnce());
  expect(placedOrderStore.get()?.lines).toEqual([line]);
  expect(cartStore.get().map(({ productId, quantity }) => [productId, quantity])).toEqual([
    ['p1', 3],
    ['p2', 2],
  ]);
});

it('counts as ready only when the carrier is known', async () => {
  const asked = answerWith({ ...SHOP, '/cart/checkout': PLACED });
  const { user, unmount } = show();
  await fill(user);
  unmount();
  reload();
  answerWith({ ...SHOP, '/transport/commune/1601': { status: 500, body: {} } });
  const { user: returned } = show();
  const button = screen.getByRole('button', { name: /Confirmer/ });
  expect(button).toHaveAttribute('aria-disabled', 'true');
  await returned.click(button);
  expect(await screen.findByText('Il manque :', { exact: false })).toHaveTextContent('Livraison');
  expect(keysOf(asked)).toEqual([]);
});

it('keeps a draft of its own for each product that is bought alone, and none after an order', async () => {
  const asked = answerWith({ ...SHOP, '/cart/checkout': PLACED });
  cartDraftStore.set({ cartId: 'draft-of-the-cart', at: Date.now() });
  productDraftStore.set({ productId: 'p9', cartId: 'draft-of-p9', at: Date.now() });
  const { user, onPlaced } = show([line], line);
  await fill(user);
  await waitFor(() => expect(productDraftStore.get()).toMatchObject({ productId: 'p1', cartId: 'draft-1' }));
  await user.click(screen.getByRole('button', { name: /Confirmer/ }));
  await waitFor(() => expect(onPlaced).toHaveBeenCalledOnce());
  expect(asked.find(({ path }) => path.endsWith('/checkout'))?.body).toMatchObject({ cartId: 'draft-1' });
  // The server has one of a visitor, and an order takes it along.
  expect(cartDraftStore.get()).toBeNull();
  expect(productDraftStore.get()).toBeNull();
});

const draftsOf = (asked: readonly Asked[]) => asked.filter(({ path }) => path.endsWith('/cart/create/'));

it('drafts nothing beside the order that the last field is left for', async () => {
  const asked = answerWith({ ...SHOP, '/cart/checkout': PLACED });
  formStore.set({ ...FILLED, phone: '' });
  const { user, onPlaced, unmount } = show();
  await screen.findAllByRole('radio');
  await user.type(screen.getByLabelText('Téléphone'), '0555123456');
  await user.click(screen.getByRole('button', { name: /Confirmer/ }));
  await waitFor(() => expect(onPlaced).toHaveBeenCalledOnce());
  unmount();
  expect(draftsOf(asked)).toEqual([]);
});

it('drafts nothing beside an order of the same phone that may exist', async () => {
  await lostThenElsewhere();
  const asked = answerWith(SHOP);
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  fireEvent.blur(screen.getByLabelText('Téléphone'));
  await vi.advanceTimersByTimeAsync(1_200);
  vi.useRealTimers();
  await Promise.allSettled(vi.mocked(fetch).mock.results.map(({ value }) => value));
  expect(draftsOf(asked)).toEqual([]);
});

it('keeps no draft that is answered after an order', async () => {
  let answer = (_: Answer) => {};
  const waiting = new Promise<Answer>((resolve) => {
    answer = resolve;
  });
  const asked = answerWith({ ...SHOP, '/cart/create/': () => waiting, '/cart/checkout': PLACED });
  formStore.set(FILLED);
  const { user, onPlaced } = show();
  await screen.findAllByRole('radio');
  await user.click(screen.getByLabelText('Téléphone'));
  await user.tab();
  await waitFor(() => expect(draftsOf(asked)).toHaveLength(1));
  await user.click(screen.getByRole('button', { name: /Confirmer/ }));
  await waitFor(() => expect(onPlaced).toHaveBeenCalledOnce());
  answer(SHOP['/cart/create/']);
  await Promise.all(vi.mocked(fetch).mock.results.map(({ value }) => value));
  await new Promise(requestAnimationFrame);
  expect(cartDraftStore.get()).toBeNull();
});

it('drafts anew what the server may have forgotten', async () => {
  const asked = answerWith(SHOP);
  cartDraftStore.set({ cartId: 'draft-0', at: Date.now() - 7 * 86_400_000 });
  formStore.set(FILLED);
  const { user } = show();
  await user.click(screen.getByLabelText('Téléphone'));
  await user.tab();
  await waitFor(() => expect(cartDraftStore.get()?.cartId).toBe('draft-1'));
  expect(draftsOf(asked)[0]?.body).not.toHaveProperty('cartId');
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

it('leaves what was loaded to be chosen while it is asked for again, and when that fails', async () => {
  answerWith(SHOP);
  const { user } = show();
  await fill(user);
  let answer = (_: Answer) => {};
  const waiting = new Promise<Answer>((resolve) => {
    answer = resolve;
  });
  const later = () => waiting;
  answerWith({
    ...SHOP,
    '/wilayas': later,
    '/commune/wilaya/16': later,
    '/transport/commune/1601': later,
  });
  const asked = queryClient.invalidateQueries({ queryKey: ['get'] });
  const canBeChosen = () => {
    expect(screen.getByRole('combobox', { name: 'Wilaya' })).toBeEnabled();
    expect(screen.getByRole('combobox', { name: 'Commune' })).toBeEnabled();
    expect(screen.getAllByRole('radio')).toHaveLength(2);
  };
  await waitFor(() => expect(queryClient.isFetching()).toBeGreaterThan(2));
  canBeChosen();
  answer({ status: 404, body: {} });
  await act(() => asked);
  await waitFor(() => expect(queryClient.isFetching()).toBe(0));
  canBeChosen();
  expect(screen.queryByText(/n’ont pas pu être chargé/)).toBeNull();
  expect(screen.getByRole('button', { name: /Confirmer/ })).toHaveAttribute('aria-disabled', 'false');
});

it('waits as long as the order said, and as long as a refusal did', async () => {
  answerWith({ ...SHOP, '/cart/checkout': { body: { ...PLACED.body, cooldownSeconds: 900 } } });
  const { user, onPlaced, unmount } = show();
  await fill(user);
  await user.click(screen.getByRole('button', { name: /Confirmer/ }));
  await waitFor(() => expect(onPlaced).toHaveBeenCalledOnce());
  expect(lastPurchaseStore.get()).toEqual({ at: expect.any(Number), pause: 900 });
  unmount();
  lastPurchaseStore.set(null);
  const hasty = { code: 'orders.cooldown', facts: { seconds: 1200 } };
  answerWith({ ...SHOP, '/cart/checkout': { status: 429, body: hasty } });
  const { user: returned } = show();
  await screen.findAllByRole('radio');
  await returned.click(screen.getByRole('button', { name: /Confirmer/ }));
  await waitFor(() => expect(lastPurchaseStore.get()).toEqual({ at: expect.any(Number), pause: 1200 }));
});

it('counts the pause of an answer that was lost from when it was sent first', async () => {
  answerWith({ ...SHOP, '/cart/checkout': () => new TypeError('gone') });
  const { user, onPlaced } = show();
  await fill(user);
  await user.click(screen.getByRole('button', { name: /Confirmer/ }));
  const retry = await screen.findByRole('button', { name: 'Réessayer' });
  const [sent] = unansweredStore.get();
  const headers = { 'Idempotent-Replayed': 'true' };
  answerWith({ ...SHOP, '/cart/checkout': { headers, body: { ...PLACED.body, cooldownSeconds: 900 } } });
  await user.click(retry);
  await waitFor(() => expect(onPlaced).toHaveBeenCalledOnce());
  expect(lastPurchaseStore.get()).toEqual({ at: sent?.sentAt, pause: 900 });
});

it('holds the button during the pause after a purchase', async () => {
  answerWith(SHOP);
  lastPurchaseStore.set({ at: Date.now() - 40_000 });
  show();
  expect(screen.getByText(/Attendez \d+\ss avant/)).toBeVisible();
  expect(screen.getByRole('button', { name: /Confirmer/ })).toHaveAttribute('aria-disabled', 'true');
});
