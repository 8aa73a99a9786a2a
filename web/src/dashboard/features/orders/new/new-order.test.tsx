import {
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  RouterProvider,
} from '@tanstack/react-router';
import { act, cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { toast } from 'sonner';
import { afterEach, expect, it, onTestFinished, vi } from 'vitest';
import { dateTime } from '@/i18n/format.ts';
import { m } from '@/i18n/paraglide.gen/messages.js';
import { type Answer, answerWith } from '@/testing/answers.ts';
import { Toasts } from '@/ui/rich/toasts.tsx';
import type { OrderQuoteRequest } from '../../../data/types.ts';
import { keepDraft } from '../../../recipe/form/drafts.ts';
import { renderStaffScreen } from '../../../testing/render-staff-screen.tsx';
import { staffSession } from '../../../testing/staff-session.ts';
import type { LineDraft } from '../lines/line-draft.ts';
import { emptyDraft, type NewOrderDraft } from './new-order.ts';
import { NewOrderPage } from './new-order-page.tsx';

const place = (id: string, name: string, nameAr: string) => ({ id, name, nameAr, deliverable: true });
const offer = (deliveryType: string, price: number, freeFrom?: number) => ({
  id: 'y',
  name: 'Yalidine',
  deliveryType,
  price,
  freeFrom,
});
const CUSTOMER = {
  id: 'c1',
  version: 2,
  phone: '0555123456',
  firstname: 'Amina',
  lastname: 'Haddad',
  email: '',
  wilayaId: '16',
  communeId: '1601',
  address: '4, rue des Frères',
  note: 'Appeler après 17 h',
  outcomes: { open: 0, delivered: 3, returned: 1, cancelled: 0, deliveredTotal: 9000, more: false },
  orders: [],
};
const NOBODY = { customers: [], total: 0, more: false, page: 1, size: 12, pageCount: 0 };
const KNOWN = {
  ...NOBODY,
  customers: [{ id: 'c1', phone: '0555123456', fullName: 'Amina Haddad' }],
  total: 1,
};

const SOAP: LineDraft = {
  key: 'soap//',
  line: null,
  product: 'soap',
  combination: '',
  quantity: '2',
  choices: [],
  name: 'Savon noir',
  combinationName: '',
  image: '',
  sku: 'SAV-1',
};
const WHOLE: NewOrderDraft = {
  ...emptyDraft(),
  lines: [SOAP],
  firstname: 'Amina',
  lastname: 'Haddad',
  phone: '0555123456',
  wilaya: '16',
  commune: '1601',
  transporter: 'y',
  deliveryType: 'home',
  address: '4, rue des Frères',
};
const SENT = {
  firstname: 'Amina',
  lastname: 'Haddad',
  phone: '0555123456',
  email: '',
  address: '4, rue des Frères',
  wilaya: '16',
  commune: '1601',
  transporter: 'y',
  deliveryType: 'home',
  products: [{ product: 'soap', quantity: 2 }],
  shownTotal: 2400,
  confirm: true,
};
const PLACED_AT = '2026-11-28T09:30:00Z';
const MADE: Answer = { status: 201, body: { id: 'o1', number: 'A-10234', placedAt: PLACED_AT } };

// They outlive the page that they were said on.
afterEach(() => void toast.dismiss());

/** What a piece costs; a test may change it. */
let price = 1000;

function quoteOf({ products, commune }: OrderQuoteRequest): Answer {
  const total = products.reduce((sum, { quantity }) => sum + quantity * price, 0);
  const deliveryPrice = commune ? 400 : null;
  const lines = products.map(({ product, quantity }) => ({
    productId: product,
    name: 'Savon noir',
    combination: '',
    image: '',
    sku: 'SAV-1',
    parts: [],
    stockItems: [],
    quantity,
    unitPrice: price,
    total: quantity * price,
  }));
  const sources = products.map((_, at) => at);
  return {
    body: {
      lines,
      sources,
      short: [],
      productsTotal: total,
      deliveryPrice,
      total: total + (deliveryPrice ?? 0),
    },
  };
}

interface Setting {
  locale?: 'fr' | 'ar';
  /** What was typed before the page was loaded. */
  typed?: NewOrderDraft;
  places?: object;
}

/** The page, and what is sent from it. */
function open(answer: Answer | Error | (() => Answer | Error | Promise<Answer>), setting: Setting = {}) {
  const { locale = 'fr', typed, places = {} } = setting;
  price = 1000;
  const employeeId = staffSession().employee.id;
  const name = { employeeId, kind: 'new-order', id: 'new' };
  if (typed) keepDraft(name, { base: emptyDraft(), draft: typed, at: Date.now() });
  const asked = answerWith({
    '/wilayas': { body: [{ ...place('16', 'Alger', 'الجزائر'), isoCode: 'DZ-16' }] },
    '/commune/wilaya/16': {
      body: [place('1601', 'Alger Centre', 'الجزائر الوسطى'), place('1610', 'Kouba', 'القبة')],
    },
    '/transport/commune/1601': { body: [[offer('home', 400), offer('desk', 300, 1500)]] },
    '/transport/commune/1610': { body: [[offer('desk', 300)]] },
    '/dashboard/api/customers': { body: NOBODY },
    '/customers/c1': { body: CUSTOMER },
    '/orders/quote': () => quoteOf(asked.at(-1)?.body as OrderQuoteRequest),
    ...places,
    '/dashboard/api/orders': answer,
  });
  const shown = show(locale);
  const sent = () => asked.filter(({ path, method }) => method === 'POST' && path.endsWith('/api/orders'));
  return {
    ...shown,
    bodies: () => sent().map(({ body }) => body),
    keys: () => sent().map(({ headers }) => headers.get('Idempotency-Key')),
  };
}

function show(locale: 'fr' | 'ar') {
  const staticData = { screen: null };
  const root = createRootRoute({ staticData });
  const page = createRoute({
    getParentRoute: () => root,
    path: '/orders/new',
    staticData,
    component: NewOrderPage,
  });
  const orderPage = createRoute({ getParentRoute: () => root, path: '/orders/$id', staticData });
  const history = createMemoryHistory({ initialEntries: ['/orders/new'] });
  const router = createRouter({ routeTree: root.addChildren([page, orderPage]), history });
  const { unmount } = renderStaffScreen(
    <>
      {/* The app's own routes are registered; these are the test's. */}
      <RouterProvider router={router as never} />
      <Toasts dir="ltr" />
    </>,
    { permissions: ['orders.read', 'orders.confirm'], locale },
  );
  return { router, unmount };
}

/** Spaces between thousands and before the unit are narrow and do not break. */
const spaced = (text: string | null) => text?.replace(/\s/g, ' ');
const submit = () => screen.findByRole('button', { name: new RegExp(m.db_new_order_submit()) });
const field = (label: string) => screen.getByLabelText(label, { exact: true });

/** Once what it costs is told. */
async function ready(total: string): Promise<void> {
  await waitFor(async () =>
    expect(spaced((await submit()).closest('div')?.parentElement?.textContent ?? '')).toContain(total),
  );
}

async function create(): Promise<void> {
  await userEvent.click(await submit());
}

async function pick(label: string, typed: string, option: string): Promise<void> {
  await userEvent.click(field(label));
  await userEvent.keyboard(typed);
  await screen.findByRole('option', { name: option });
  await userEvent.keyboard('{Enter}');
}

it.each([
  ['fr', 'alg', '16 Alger', 'Alger Centre', '2 400 DA'],
  ['ar', 'الجز', '16 الجزائر', 'الجزائر الوسطى', '2 400 دج'],
] as const)('makes an order and leads to it, in %s', async (locale, typed, wilaya, commune, total) => {
  const { router, bodies, keys } = open(MADE, { locale, typed: { ...emptyDraft(), lines: [SOAP] } });
  await userEvent.type(await screen.findByLabelText(m.db_customer_phone()), '+213 555 12 34 56');
  await userEvent.type(field(m.db_customer_firstname()), 'Amina');
  await userEvent.type(field(m.db_customer_lastname()), 'Haddad');
  await pick(m.db_customer_wilaya(), typed, wilaya);
  await pick(m.db_customer_commune(), commune.slice(0, 4), commune);
  const way = field(m.db_order_delivery());
  await within(way).findByRole('option', { name: /400/ });
  await userEvent.selectOptions(way, 'y-home');
  await userEvent.type(field(m.db_customer_address()), '4, rue des Frères');
  await ready(total);
  await userEvent.keyboard('{Control>}s{/Control}');
  await waitFor(() => expect(router.state.location.pathname).toBe('/orders/o1'));
  expect(bodies()).toEqual([SENT]);
  expect(keys()[0]).toMatch(/^.{8,128}$/);
  expect(await screen.findByText(m.db_new_order_made({ number: 'A-10234' }))).toBeVisible();
  await waitFor(() =>
    expect(Object.keys(localStorage).filter((key) => key.startsWith('draft:'))).toEqual([]),
  );
});

it('leaves the order to be confirmed where the customer did not agree yet', async () => {
  const { bodies } = open(MADE, { typed: WHOLE });
  await ready('2 400 DA');
  await userEvent.click(field(m.db_new_order_confirmed()));
  await create();
  await waitFor(() => expect(bodies()).toEqual([{ ...SENT, confirm: false }]));
});

it('offers the customer of the phone, and takes nothing over by itself', async () => {
  open(MADE, { places: { '/dashboard/api/customers': { body: KNOWN } } });
  await userEvent.type(await screen.findByLabelText(m.db_customer_phone()), '05 55 12 34 5');
  expect(screen.queryByText(/Amina/)).toBeNull();
  await userEvent.keyboard('6');
  const take = await screen.findByRole('button', { name: m.db_new_order_known_take() });
  expect(screen.getByText('Amina Haddad')).toBeVisible();
  expect(screen.getByText(/Livrées 3 · Retournées 1/)).toBeVisible();
  expect(screen.getByText('Appeler après 17 h')).toBeVisible();
  expect(field(m.db_customer_firstname())).toHaveValue('');
  await userEvent.click(take);
  expect(field(m.db_customer_firstname())).toHaveValue('Amina');
  expect(field(m.db_customer_lastname())).toHaveValue('Haddad');
  expect(field(m.db_customer_address())).toHaveValue('4, rue des Frères');
  expect(await screen.findByDisplayValue('16 Alger')).toBeVisible();
  expect(await screen.findByDisplayValue('Alger Centre')).toBeVisible();
  await waitFor(() => expect(field(m.db_order_delivery())).toHaveFocus());
  await userEvent.type(field(m.db_customer_phone()), '{Backspace}');
  expect(screen.queryByRole('button', { name: m.db_new_order_known_take() })).toBeNull();
});

it('offers nobody whose number only holds what is typed', async () => {
  const other = { ...KNOWN, customers: [{ id: 'c1', phone: '0666123456', fullName: 'Amina Haddad' }] };
  open(MADE, { typed: WHOLE, places: { '/dashboard/api/customers': { body: other } } });
  await ready('2 400 DA');
  expect(screen.queryByRole('button', { name: m.db_new_order_known_take() })).toBeNull();
});

it('says what is missing under its field, and sends nothing', async () => {
  const { bodies } = open(MADE);
  await userEvent.type(await screen.findByLabelText(m.db_customer_phone()), '0555');
  await create();
  expect(field(m.db_customer_phone())).toHaveAccessibleDescription(m.db_rule_phone());
  expect(field(m.db_customer_lastname())).toHaveAccessibleDescription(m.db_field_required());
  expect(field(m.db_customer_wilaya())).toHaveAccessibleDescription(m.db_field_required());
  expect(field(m.db_customer_email())).toBeValid();
  expect(screen.getByText(m.db_new_order_products_required())).toBeVisible();
  expect(bodies()).toEqual([]);
});

it('needs an address for the door alone, and a way that is offered', async () => {
  const { bodies } = open(MADE, { typed: { ...WHOLE, address: '' } });
  await ready('2 400 DA');
  await create();
  expect(field(m.db_customer_address())).toHaveAccessibleDescription(m.db_field_required());
  // Of another commune, to whose doors nobody delivers.
  await pick(m.db_customer_commune(), 'kou', 'Kouba');
  await waitFor(() => expect(field(m.db_order_delivery())).toHaveValue(''));
  expect(field(m.db_order_delivery())).toHaveAccessibleDescription(m.db_field_required());
  await userEvent.selectOptions(field(m.db_order_delivery()), 'y-desk');
  expect(field(m.db_customer_address())).toBeValid();
  await ready('2 400 DA');
  await create();
  const wanted = { ...SENT, commune: '1610', deliveryType: 'desk', address: '' };
  await waitFor(() => expect(bodies()).toEqual([wanted]));
});

it('shows delivery that is free from an amount on as free', async () => {
  open(MADE, { typed: WHOLE });
  const way = await screen.findByLabelText(m.db_order_delivery());
  await within(way).findByRole('option', { name: /Bureau, Gratuite/ });
});

it('makes one order of two presses', async () => {
  let answer = () => {};
  const answered = new Promise<void>((resolve) => {
    answer = resolve;
  });
  const { router, bodies } = open(
    async () => {
      await answered;
      return MADE;
    },
    { typed: WHOLE },
  );
  await ready('2 400 DA');
  await userEvent.dblClick(await submit());
  await userEvent.keyboard('{Control>}s{/Control}');
  answer();
  await waitFor(() => expect(router.state.location.pathname).toBe('/orders/o1'));
  expect(bodies()).toHaveLength(1);
});

it('sends the very same again where the answer was lost, after a reload and at another price too', async () => {
  const answers = [new Error('gone'), MADE];
  const { unmount, bodies, keys } = open(() => answers.shift() ?? MADE, { typed: WHOLE });
  await ready('2 400 DA');
  await create();
  expect(await screen.findByText(m.db_new_order_unanswered())).toBeVisible();
  unmount();
  price = 1100;
  const { router } = show('fr');
  await ready('2 600 DA');
  await create();
  await waitFor(() => expect(router.state.location.pathname).toBe('/orders/o1'));
  expect(bodies()).toEqual([SENT, SENT]);
  expect(keys()[1]).toBe(keys()[0]);
  // It may be the one of then.
  const at = m.db_new_order_made_at({ number: 'A-10234', time: dateTime(PLACED_AT) });
  expect(await screen.findByText(at)).toBeVisible();
});

it('waits for what was scanned and is still being looked for', async () => {
  let found = (_: Answer) => {};
  const looking = new Promise<Answer>((resolve) => {
    found = resolve;
  });
  const { bodies } = open(MADE, { typed: WHOLE, places: { '/dashboard/api/products': () => looking } });
  await ready('2 400 DA');
  await userEvent.type(screen.getByRole('combobox', { name: m.db_order_lines_add() }), '61300018{Enter}');
  await create();
  expect(await screen.findByText(m.db_order_lines_adding())).toBeVisible();
  expect(bodies()).toEqual([]);
  found({ body: { products: [], total: 0 } });
  // Found or not, it was meant: its words are taken back first.
  await create();
  expect(bodies()).toEqual([]);
  await userEvent.clear(screen.getByRole('combobox', { name: m.db_order_lines_add() }));
  await create();
  await waitFor(() => expect(bodies()).toEqual([SENT]));
});

const asAnother = () => screen.findByRole('button', { name: m.db_new_order_sent_another() });
const NAME = () => ({ employeeId: staffSession().employee.id, kind: 'new-order', id: 'new' });

it.each([
  ['was lost', new Error('gone')],
  ['says nothing of it', { status: 503, body: {} }],
  ['is no order', { status: 201 }],
] as const)('asks before it sends a changed form as another order where the answer %s', async (_, lost) => {
  const answers: (Answer | Error)[] = [lost, MADE];
  const { bodies, keys } = open(() => answers.shift() ?? MADE, { typed: WHOLE });
  await ready('2 400 DA');
  await create();
  await screen.findByText(m.db_new_order_unanswered());
  await userEvent.type(field(m.db_customer_address()), ' bis');
  await create();
  const another = await asAnother();
  expect(another.closest('[role=alert]')).not.toBeNull();
  const look = screen.getByRole('link', { name: m.db_new_order_sent_look() });
  expect(decodeURIComponent(look.getAttribute('href') ?? '')).toMatch(/^\/orders\?q="?0555123456"?$/);
  expect(bodies()).toHaveLength(1);
  await userEvent.click(another);
  await waitFor(() => expect(bodies()).toHaveLength(2));
  expect(keys()[1]).not.toBe(keys()[0]);
});

it('sends what was never answered under its key after the tab was closed, too', async () => {
  const answers = [new Error('gone'), MADE];
  const { unmount, bodies, keys } = open(() => answers.shift() ?? MADE, { typed: WHOLE });
  await ready('2 400 DA');
  await create();
  await screen.findByText(m.db_new_order_unanswered());
  unmount();
  sessionStorage.clear();
  const { router } = show('fr');
  await ready('2 400 DA');
  await create();
  await waitFor(() => expect(router.state.location.pathname).toBe('/orders/o1'));
  expect(bodies()).toHaveLength(2);
  expect(keys()[1]).toBe(keys()[0]);
});

it('keeps the key of what was never answered where the door is shut meanwhile', async () => {
  const answers: (Answer | Error)[] = [new Error('gone'), { status: 403, body: { code: 'forbidden' } }, MADE];
  const { bodies, keys } = open(() => answers.shift() ?? MADE, { typed: WHOLE });
  await ready('2 400 DA');
  for (const sent of [1, 2, 3]) {
    await create();
    await waitFor(() => expect(bodies()).toHaveLength(sent));
    if (sent < 3) await waitFor(async () => expect(await submit()).toBeEnabled());
  }
  expect(new Set(keys()).size).toBe(1);
});

/** An answer that is given when the test says so. */
function later() {
  let give = () => {};
  const given = new Promise<void>((resolve) => {
    give = resolve;
  });
  return { give: () => act(async () => give()), answer: () => given.then(() => MADE) };
}
const isKept = () => Object.keys(localStorage).some((key) => key.startsWith('draft'));

it('leaves nothing to be sent again where it was left while it was sent', async () => {
  const { give, answer } = later();
  const { router, unmount, bodies } = open(answer, { typed: WHOLE });
  await ready('2 400 DA');
  await create();
  await waitFor(() => expect(bodies()).toHaveLength(1));
  unmount();
  expect(isKept()).toBe(true);
  await give();
  await waitFor(() => expect(isKept()).toBe(false));
  expect(router.state.location.pathname).toBe('/orders/new');
});

it('starts empty where one came back before it was answered', async () => {
  const { give, answer } = later();
  const { unmount, bodies } = open(answer, { typed: WHOLE });
  await ready('2 400 DA');
  await create();
  await waitFor(() => expect(bodies()).toHaveLength(1));
  unmount();
  const { router } = show('fr');
  expect(await screen.findByDisplayValue('Haddad')).toBeVisible();
  await give();
  await waitFor(() => expect(field(m.db_customer_lastname())).toHaveValue(''));
  expect(router.state.location.pathname).toBe('/orders/new');
  expect(isKept()).toBe(false);
});

/** As the browser tells the tabs that did not do it. */
function sentElsewhere(draft: NewOrderDraft) {
  localStorage.removeItem(`draft:${NAME().employeeId}:new-order:new`);
  const key = `draft-sent:${NAME().employeeId}:new-order:new`;
  const newValue = JSON.stringify({ draft, as: 'A-77' });
  act(() => void window.dispatchEvent(new StorageEvent('storage', { key, newValue })));
}

it('starts empty where another tab sent what it took up, and says so', async () => {
  open(MADE, { typed: WHOLE });
  await ready('2 400 DA');
  sentElsewhere(WHOLE);
  await waitFor(() => expect(field(m.db_customer_lastname())).toHaveValue(''));
  await screen.findByText(m.db_new_order_made_elsewhere({ number: 'A-77' }));
});

it('keeps what was typed otherwise than what another tab sent, and says so', async () => {
  open(MADE, { typed: WHOLE });
  await ready('2 400 DA');
  sentElsewhere({ ...WHOLE, lastname: 'Haddadi' });
  await screen.findByText(m.db_new_order_made_beside({ number: 'A-77' }));
  expect(field(m.db_customer_lastname())).toHaveValue('Haddad');
});

it('tells the other tabs what was sent', async () => {
  const set = vi.spyOn(Storage.prototype, 'setItem');
  open(MADE, { typed: WHOLE });
  await ready('2 400 DA');
  await create();
  await waitFor(() =>
    expect(set).toHaveBeenCalledWith(
      `draft-sent:${NAME().employeeId}:new-order:new`,
      JSON.stringify({ draft: WHOLE, as: 'A-10234' }),
    ),
  );
  expect(isKept()).toBe(false);
});

it('says that the same costs otherwise by now', async () => {
  open(MADE, { typed: WHOLE });
  await ready('2 400 DA');
  expect(screen.queryByText(m.db_new_order_total_changed())).toBeNull();
  price = 1100;
  act(() => void window.dispatchEvent(new Event('visibilitychange')));
  const note = await screen.findByText(m.db_new_order_total_changed());
  expect(note.closest('[role=status]')).not.toBeNull();
  await ready('2 600 DA');
  const quantity = screen.getByRole('textbox', { name: m.db_order_quantity() });
  await userEvent.clear(quantity);
  await userEvent.type(quantity, '20');
  await ready('22 400 DA');
  expect(screen.queryByText(m.db_new_order_total_changed())).toBeNull();
});

it('names no total before it is known what the delivery costs', async () => {
  open(MADE, { typed: { ...WHOLE, commune: '', transporter: '', deliveryType: '' } });
  await ready(spaced(m.db_new_order_goods({ total: '2 000 DA' })) ?? '');
  expect(screen.getByText(m.db_new_order_delivery_later())).toBeVisible();
  expect(screen.queryByText(m.db_order_to_collect())).toBeNull();
});

it('reads its total out', async () => {
  open(MADE, { typed: WHOLE });
  await ready('2 400 DA');
  const total = screen.getByText(m.db_order_to_collect()).closest('[role=status]');
  expect(spaced(total?.textContent ?? '')).toContain('2 400');
});

it('says once what is wrong with the products', async () => {
  const errors = { products: [{ key: 'form.validation.outOfStock', text: 'not enough' }] };
  open(MADE, {
    typed: WHOLE,
    places: { '/orders/quote': { status: 400, body: { code: 'orders.invalid_checkout', errors } } },
  });
  expect(await screen.findByText(m.db_rule_out_of_stock())).toBeVisible();
  expect(screen.getAllByRole('alert')).toHaveLength(1);
});

it('hands the focus on where it is asked again what it costs', async () => {
  let isKnown = false;
  open(MADE, {
    typed: WHOLE,
    places: {
      '/orders/quote': () =>
        isKnown ? quoteOf({ products: SENT.products, commune: '1601' }) : { status: 404, body: {} },
    },
  });
  await screen.findByText(m.db_new_order_total({ total: '…' }));
  await screen.findByRole('button', { name: m.db_retry() });
  isKnown = true;
  await userEvent.click(screen.getByRole('button', { name: m.db_retry() }));
  await ready('2 400 DA');
  expect(screen.getAllByRole('combobox')[0]).toHaveFocus();
});

it('asks before all that is typed is thrown away', async () => {
  open(MADE, { typed: WHOLE });
  await ready('2 400 DA');
  await userEvent.click(screen.getByRole('button', { name: m.db_undo_changes() }));
  await userEvent.click(await screen.findByRole('button', { name: m.db_dialog_leave() }));
  expect(field(m.db_customer_lastname())).toHaveValue('Haddad');
  await throwAway();
  expect(field(m.db_customer_lastname())).toHaveValue('');
  await waitFor(() => expect(screen.getAllByRole('combobox')[0]).toHaveFocus());
});

async function throwAway(): Promise<void> {
  await userEvent.click(screen.getByRole('button', { name: m.db_undo_changes() }));
  await userEvent.click(await screen.findByRole('button', { name: m.db_form_throw_away() }));
}

it('sends what was never answered under its key after it was thrown away, too', async () => {
  const answers = [new Error('gone'), MADE];
  const { unmount, keys, bodies } = open(() => answers.shift() ?? MADE, { typed: WHOLE });
  await ready('2 400 DA');
  await create();
  await screen.findByText(m.db_new_order_unanswered());
  await throwAway();
  unmount();
  cleanup();
  keepDraft(NAME(), { base: emptyDraft(), draft: WHOLE, at: Date.now() });
  show('fr');
  await ready('2 400 DA');
  await create();
  await waitFor(() => expect(bodies()).toHaveLength(2));
  expect(keys()[1]).toBe(keys()[0]);
});

it('asks once whether another order than the one that was never answered is meant, and keeps the key of that', async () => {
  const answers: (Answer | Error)[] = [
    new Error('gone'),
    { status: 409, body: {} },
    { status: 409, body: {} },
  ];
  const { keys, bodies } = open(() => answers.shift() ?? MADE, { typed: WHOLE });
  await ready('2 400 DA');
  await create();
  await screen.findByText(m.db_new_order_unanswered());
  await userEvent.type(field(m.db_customer_address()), ' bis');
  await create();
  await userEvent.click(await asAnother());
  await waitFor(() => expect(bodies()).toHaveLength(2));
  await waitFor(async () => expect(await submit()).toBeEnabled());
  await userEvent.type(field(m.db_customer_address()), '{Backspace}');
  await create();
  await waitFor(() => expect(bodies()).toHaveLength(3));
  await waitFor(async () => expect(await submit()).toBeEnabled());
  await userEvent.type(field(m.db_customer_address()), '{Backspace}{Backspace}{Backspace}');
  await create();
  await waitFor(() => expect(bodies()).toHaveLength(4));
  expect(keys()[3]).toBe(keys()[0]);
  expect(new Set(keys()).size).toBe(3);
});

const throwDraftAway = () => screen.findByRole('button', { name: m.db_draft_throw_away() });

it('asks before a draft that was taken up again is thrown away', async () => {
  open(MADE, { typed: WHOLE });
  await ready('2 400 DA');
  await userEvent.click(await throwDraftAway());
  await userEvent.click(await screen.findByRole('button', { name: m.db_dialog_leave() }));
  expect(field(m.db_customer_lastname())).toHaveValue('Haddad');
  await userEvent.click(await throwDraftAway());
  await userEvent.click(await screen.findByRole('button', { name: m.db_form_throw_away() }));
  expect(field(m.db_customer_lastname())).toHaveValue('');
  await waitFor(() => expect(screen.getAllByRole('combobox')[0]).toHaveFocus());
});

it('throws nothing away while it is sent, nor where one came back meanwhile', async () => {
  const { give, answer } = later();
  const { router, bodies } = open(answer, { typed: WHOLE });
  await ready('2 400 DA');
  await create();
  await waitFor(() => expect(bodies()).toHaveLength(1));
  expect(await throwDraftAway()).toBeDisabled();
  await act(() => router.navigate({ to: '/orders/o1' as never, ignoreBlocker: true }));
  expect(screen.queryByRole('button', { name: m.db_draft_throw_away() })).toBeNull();
  await act(() => router.navigate({ to: '/orders/new' as never }));
  expect(await throwDraftAway()).toBeDisabled();
  expect(screen.getByRole('button', { name: m.db_undo_changes() })).toBeDisabled();
  await screen.findByText((text) => spaced(text) === m.db_new_order_total({ total: '2 400 DA' }));
  await userEvent.keyboard('{Control>}s{/Control}');
  await give();
  await waitFor(() => expect(field(m.db_customer_lastname())).toHaveValue(''));
  expect(bodies()).toHaveLength(1);
});

it('is sent under one key where the browser has no room left', async () => {
  const answers = [new Error('gone'), MADE];
  const { router, bodies, keys } = open(() => answers.shift() ?? MADE, { typed: WHOLE });
  await ready('2 400 DA');
  const full = vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
    throw new DOMException('full', 'QuotaExceededError');
  });
  onTestFinished(() => full.mockRestore());
  await create();
  await screen.findByText(m.db_new_order_unanswered());
  await create();
  await waitFor(() => expect(router.state.location.pathname).toBe('/orders/o1'));
  expect(bodies()).toEqual([SENT, SENT]);
  expect(keys()[1]).toBe(keys()[0]);
});

it('tells the new total where a price changed, and sends that one next', async () => {
  const answers: Answer[] = [
    { status: 409, body: { code: 'orders.price_changed', facts: { total: 2600 } } },
    MADE,
  ];
  const { bodies, keys } = open(
    () => {
      price = 1100;
      return answers.shift() ?? MADE;
    },
    { typed: WHOLE },
  );
  await ready('2 400 DA');
  await create();
  const note = await screen.findByText(m.db_new_order_total_changed());
  expect(spaced(note.textContent)).toContain('2 600 DA');
  expect(note.closest('[role=alert]')).not.toBeNull();
  await ready('2 600 DA');
  await create();
  await waitFor(() => expect(bodies()).toEqual([SENT, { ...SENT, shownTotal: 2600 }]));
  expect(keys()[1]).not.toBe(keys()[0]);
});

it('says what the shop refuses under its field, until it is typed anew', async () => {
  const errors = {
    phone: [{ key: 'form.validation.phone', text: 'a phone number has 10 digits' }],
    transporter: [{ key: 'form.validation.transporter', text: 'nobody of that kind' }],
  };
  open({ status: 400, body: { code: 'orders.invalid_checkout', errors } }, { typed: WHOLE });
  await ready('2 400 DA');
  await create();
  await waitFor(() => expect(field(m.db_customer_phone())).toHaveAccessibleDescription(m.db_rule_phone()));
  expect(field(m.db_order_delivery())).toHaveAccessibleDescription(m.db_error_not_found());
  await waitFor(() => expect(field(m.db_customer_phone())).toHaveFocus());
  await userEvent.type(field(m.db_customer_phone()), '{Backspace}7');
  expect(field(m.db_customer_phone())).toBeValid();
  expect(field(m.db_order_delivery())).toBeInvalid();
});

it('marks what the stock does not suffice for, whatever goes before it, until it is typed anew', async () => {
  const candle = { ...SOAP, key: 'candle//', product: 'candle', name: 'Bougie' };
  const errors = { 'products[1].quantity': [{ key: 'form.validation.outOfStock', text: 'not enough' }] };
  const answer = { status: 409, body: { code: 'orders.out_of_stock', errors } };
  open(answer, { typed: { ...WHOLE, lines: [SOAP, candle] } });
  await ready('4 400 DA');
  await create();
  const quantity = () => within(screen.getByText('Bougie').closest('li') as HTMLElement).getByRole('textbox');
  await waitFor(() => expect(quantity()).toBeInvalid());
  await waitFor(() => expect(quantity()).toHaveFocus());
  expect(screen.getByText(m.db_refused_out_of_stock())).toBeVisible();
  await userEvent.click(screen.getByRole('button', { name: m.db_choice_take_out({ name: 'Savon noir' }) }));
  expect(quantity()).toBeInvalid();
  await userEvent.clear(quantity());
  await userEvent.type(quantity(), '1');
  expect(quantity()).toBeValid();
});

it('is not sent while nobody knows what it costs', async () => {
  const { bodies } = open(MADE, {
    typed: WHOLE,
    places: { '/orders/quote': { status: 404, body: { code: 'orders.unknown_commune' } } },
  });
  await screen.findByRole('button', { name: m.db_retry() });
  await create();
  expect(bodies()).toEqual([]);
});

it('keeps what was typed over a reload, says so, and throws it away when asked', async () => {
  const { unmount } = open(MADE);
  await userEvent.type(await screen.findByLabelText(m.db_customer_firstname()), 'Amina');
  unmount();
  show('fr');
  expect(await screen.findByDisplayValue('Amina')).toBeVisible();
  await userEvent.click(await throwDraftAway());
  await userEvent.click(await screen.findByRole('button', { name: m.db_form_throw_away() }));
  expect(field(m.db_customer_firstname())).toHaveValue('');
  expect(Object.keys(localStorage).filter((key) => key.startsWith('draft:'))).toEqual([]);
});

it('leaves out what an older release kept of a line otherwise', async () => {
  const { key: _, ...older } = SOAP;
  open(MADE, { typed: { ...WHOLE, lines: [SOAP, { ...older, quantity: 2 } as never] } });
  await ready('2 400 DA');
  expect(screen.getAllByText('Savon noir')).toHaveLength(1);
});

it('makes nothing by the Enter of a phone or a scanner', async () => {
  const { bodies, router } = open(MADE, { typed: WHOLE });
  await ready('2 400 DA');
  await userEvent.type(field(m.db_customer_phone()), '{Enter}');
  await userEvent.type(field(m.db_customer_firstname()), '{Enter}');
  await userEvent.type(field(m.db_order_quantity()), '{Enter}');
  expect(bodies()).toEqual([]);
  expect(screen.queryByRole('button', { name: m.db_saving() })).toBeNull();
  await userEvent.keyboard('{Control>}{Enter}{/Control}');
  await waitFor(() => expect(router.state.location.pathname).toBe('/orders/o1'));
  expect(bodies()).toHaveLength(1);
});

it('takes nothing that is typed while it is sent, and leads back to where one was when it was refused', async () => {
  let answer = () => {};
  const answered = new Promise<void>((resolve) => {
    answer = resolve;
  });
  open(
    async () => {
      await answered;
      return { status: 409, body: { code: 'orders.out_of_stock' } };
    },
    { typed: WHOLE },
  );
  await ready('2 400 DA');
  const name = field(m.db_customer_firstname());
  await userEvent.click(name);
  await userEvent.keyboard('{Control>}s{/Control}');
  // Not by what only newer browsers know.
  await waitFor(() => expect(name).toBeDisabled());
  await userEvent.keyboard('x');
  expect(name).toHaveValue('Amina');
  // As browsers do of what is disabled.
  act(() => name.blur());
  answer();
  await waitFor(() => expect(name).toBeEnabled());
  expect(name).toHaveFocus();
});

it('asks before it is left', async () => {
  const { router } = open(MADE);
  await userEvent.type(await screen.findByLabelText(m.db_customer_firstname()), 'Amina');
  act(() => void router.navigate({ to: '/orders/o1' as never }));
  expect(await screen.findByText(m.db_unsaved_title())).toBeVisible();
  expect(router.state.location.pathname).toBe('/orders/new');
});
