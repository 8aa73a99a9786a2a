/** The page of a new order as its tests see it: the shop around it, what is typed, and what is sent. */
import {
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  RouterProvider,
} from '@tanstack/react-router';
import { act, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { toast } from 'sonner';
import { afterEach, expect } from 'vitest';
import { m } from '@/i18n/paraglide.gen/messages.js';
import { type Answer, answerWith } from '@/testing/answers.ts';
import { Toasts } from '@/ui/rich/toasts.tsx';
import type { OrderQuoteRequest } from '../data/types.ts';
import type { LineDraft } from '../features/orders/lines/line-draft.ts';
import { emptyDraft, type NewOrderDraft } from '../features/orders/new/new-order.ts';
import { NewOrderPage } from '../features/orders/new/new-order-page.tsx';
import { keepDraft } from '../recipe/form/drafts.ts';
import { renderStaffScreen } from './render-staff-screen.tsx';
import { staffSession } from './staff-session.ts';

const place = (id: string, name: string, nameAr: string) => ({ id, name, nameAr, deliverable: true });
const offer = (deliveryType: string, price: number, freeFrom?: number) => ({
  id: 'y',
  name: 'Yalidine',
  deliveryType,
  price,
  freeFrom,
});
export const CUSTOMER = {
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
  outcomes: { open: 0, delivered: 3, returned: 1, lost: 0, cancelled: 0, deliveredTotal: 9000, more: false },
  orders: [],
};
const NOBODY = { customers: [], total: 0, more: false, page: 1, size: 12, pageCount: 0 };
export const KNOWN = {
  ...NOBODY,
  customers: [{ id: 'c1', phone: '0555123456', fullName: 'Amina Haddad' }],
  total: 1,
};

export const SOAP: LineDraft = {
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
export const WHOLE: NewOrderDraft = {
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
export const SENT = {
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
export const PLACED_AT = '2026-11-28T09:30:00Z';
export const MADE: Answer = { status: 201, body: { id: 'o1', number: 'A-10234', placedAt: PLACED_AT } };

/** Of its draft. */
export const NAME = () => ({ employeeId: staffSession().employee.id, kind: 'new-order', id: 'new' });

// They outlive the page that they were said on.
afterEach(() => void toast.dismiss());

/** What a piece costs. */
let price = 1000;

export function costs(dinars: number): void {
  price = dinars;
}

/** Four fifths of it to wholesalers. */
export function quoteOf({ products, commune, type }: OrderQuoteRequest): Answer {
  const unitPrice = type === 'wholesalerorder' ? (price * 4) / 5 : price;
  const total = products.reduce((sum, { quantity }) => sum + quantity * unitPrice, 0);
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
    unitPrice,
    total: quantity * unitPrice,
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
export function open(
  answer: Answer | Error | (() => Answer | Error | Promise<Answer>),
  setting: Setting = {},
) {
  const { locale = 'fr', typed, places = {} } = setting;
  price = 1000;
  if (typed) keepDraft(NAME(), { base: emptyDraft(), draft: typed, at: Date.now() });
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

export function show(locale: 'fr' | 'ar') {
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
export const spaced = (text: string | null) => text?.replace(/\s/g, ' ');
export const submit = () => screen.findByRole('button', { name: new RegExp(m.db_new_order_submit()) });
export const field = (label: string) => screen.getByLabelText(label, { exact: true });

/** Once what it costs is told. */
export async function ready(total: string): Promise<void> {
  await waitFor(async () =>
    expect(spaced((await submit()).closest('div')?.parentElement?.textContent ?? '')).toContain(total),
  );
}

export async function create(): Promise<void> {
  await userEvent.click(await submit());
}

export async function pick(label: string, typed: string, option: string): Promise<void> {
  await userEvent.click(field(label));
  await userEvent.keyboard(typed);
  await screen.findByRole('option', { name: option });
  await userEvent.keyboard('{Enter}');
}

/** An answer that is given when the test says so. */
export function later() {
  let give = () => {};
  const given = new Promise<void>((resolve) => {
    give = resolve;
  });
  return { give: () => act(async () => give()), answer: () => given.then(() => MADE) };
}

export const isKept = () => Object.keys(localStorage).some((key) => key.startsWith('draft'));

export async function throwAway(): Promise<void> {
  await userEvent.click(screen.getByRole('button', { name: m.db_undo_changes() }));
  await userEvent.click(await screen.findByRole('button', { name: m.db_form_throw_away() }));
}

export const throwDraftAway = () => screen.findByRole('button', { name: m.db_draft_throw_away() });
