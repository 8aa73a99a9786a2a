import { type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query';
import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useEffect } from 'react';
import { beforeEach, expect, it } from 'vitest';
import { m } from '@/i18n/paraglide.gen/messages.js';
import { type Answer, answerWith } from '@/testing/answers.ts';
import type { OrderDetail } from '../../data/types.ts';
import { renderStaffScreen } from '../../testing/render-staff-screen.tsx';
import { CorrectDialog } from './correct-dialog.tsx';
import { CustomerCard } from './customer-card.tsx';
import { DeliveryCard } from './delivery-card.tsx';
import { orderQuery } from './queries.ts';

const WILAYAS = [
  { id: '16', isoCode: 'DZ-16', name: 'Alger', nameAr: 'الجزائر', deliverable: true },
  { id: '33', isoCode: 'DZ-33', name: 'Illizi', nameAr: 'إليزي', deliverable: false },
];
const COMMUNES = [
  { id: '1601', name: 'Alger Centre', nameAr: 'الجزائر الوسطى', deliverable: true },
  { id: '1605', name: 'Bab El Oued', nameAr: 'باب الوادي', deliverable: true },
  { id: '1610', name: 'Kouba', nameAr: 'القبة', deliverable: true },
  { id: '1611', name: 'Hydra', nameAr: 'حيدرة', deliverable: false },
];
const offer = (id: string, name: string, deliveryType: string, price: number, freeFrom?: number) => ({
  id,
  name,
  deliveryType,
  price,
  freeFrom,
});
const PLACES = {
  '/wilayas': { body: WILAYAS },
  '/commune/wilaya/16': { body: COMMUNES },
  // The way of the order costs more by now, and the desk nothing from 3 000 DA on.
  '/transport/commune/1601': {
    body: [[offer('y', 'Yalidine', 'home', 550), offer('y', 'Yalidine', 'desk', 300, 3000)]],
  },
  '/transport/commune/1605': { body: [[offer('y', 'Yalidine', 'home', 700)]] },
  '/transport/commune/1610': { body: [[offer('z', 'ZR Express', 'home', 600)]] },
};
const ORDER = {
  id: '1',
  number: 'A-10234',
  version: 3,
  status: 'placed',
  firstname: 'Amina',
  lastname: 'Haddad',
  phone: '0555123456',
  email: '',
  address: '4, rue des Frères',
  wilayaId: '16',
  communeId: '1601',
  transporterId: 'y',
  transporter: 'Yalidine',
  deliveryType: 'home',
  productsTotal: 4000,
  deliveryPrice: 400,
  total: 4400,
} as OrderDetail;

/** As filled in when the order was placed. */
const AS_PLACED = {
  version: 3,
  firstname: 'Amina',
  lastname: 'Haddad',
  phone: '0555123456',
  email: '',
  address: '4, rue des Frères',
  wilaya: '16',
  commune: '1601',
  transporter: 'y',
  deliveryType: 'home',
  shownTotal: 4400,
};

let queries: QueryClient;
/** Somebody else is done with it. */
const live = (order: OrderDetail) => act(() => void queries.setQueryData(orderQuery('1').queryKey, order));

/** As on the page of the order: what the shop answers is what it shows. */
function useOrder(start: OrderDetail): OrderDetail {
  const client = useQueryClient();
  useEffect(() => {
    queries = client;
  }, [client]);
  return useQuery({ ...orderQuery('1'), enabled: false }).data ?? start;
}

function Dialog({ onClose }: { onClose: () => void }) {
  const data = useOrder(ORDER);
  return <CorrectDialog order={data} onClose={onClose} />;
}

let isClosed = false;
beforeEach(() => {
  isClosed = false;
});

function show(answer: Answer | (() => Answer), locale: 'fr' | 'ar' = 'fr', places: object = {}) {
  const asked = answerWith({ ...PLACES, ...places, '/orders/1/details': answer });
  const onClose = () => {
    isClosed = true;
  };
  renderStaffScreen(<Dialog onClose={onClose} />, { permissions: ['orders.confirm'], locale });
  return () => asked.filter(({ method }) => method === 'PUT').map(({ body }) => body);
}

const correct = () => userEvent.click(screen.getByRole('button', { name: m.db_order_correct_submit() }));
const way = () => screen.getByLabelText(m.db_order_delivery());
/** Spaces between thousands and before the unit are narrow and do not break. */
const spaced = (text: string | null) => text?.replace(/\s/g, ' ');
const offered = () =>
  within(way())
    .getAllByRole('option')
    .map((option) => spaced(option.textContent));

async function retype(label: string, text: string) {
  await userEvent.clear(screen.getByLabelText(label));
  await userEvent.type(screen.getByLabelText(label), text);
}

async function choose(commune: string) {
  await userEvent.click(screen.getByLabelText(m.db_customer_commune()));
  await userEvent.click(await screen.findByRole('option', { name: commune }));
}

it.each(['fr', 'ar'] as const)('sends the order as it is to be, in %s', async (locale) => {
  const sent = show({ body: { ...ORDER, version: 4, phone: '0666123456' } }, locale);
  await retype(m.db_customer_phone(), '0666123456');
  await correct();
  await waitFor(() => expect(isClosed).toBe(true));
  expect(sent()).toEqual([{ ...AS_PLACED, phone: '0666123456' }]);
});

it('keeps the price that was agreed while the delivery is the same', async () => {
  show({ body: ORDER });
  await waitFor(() =>
    expect(offered()).toEqual(['Yalidine, Domicile, 400 DA', 'Yalidine, Bureau, Gratuite']),
  );
  expect(way()).toHaveDisplayValue(/Yalidine, Domicile/);
  await retype(m.db_customer_address(), '6, rue des Frères');
  expect(screen.getByRole('status')).toBeEmptyDOMElement();
});

it('shows what another commune costs beside what was agreed', async () => {
  const sent = show({ body: ORDER });
  await screen.findByDisplayValue('16 Alger');
  await choose('Bab El Oued');
  const price = screen.getByRole('status');
  await waitFor(() => expect(spaced(price.textContent)).toContain('400 DA → 700 DA'));
  expect(spaced(price.textContent)).toContain('4 400 DA → 4 700 DA');
  await correct();
  await waitFor(() => expect(sent()).toEqual([{ ...AS_PLACED, commune: '1605', shownTotal: 4700 }]));
});

it('shows what another way costs, free from its amount on', async () => {
  show({ body: ORDER });
  await screen.findByRole('option', { name: /Bureau/ });
  await userEvent.selectOptions(way(), 'y-desk');
  const price = screen.getByRole('status');
  expect(spaced(price.textContent)).toContain('400 DA → Gratuite');
  expect(spaced(price.textContent)).toContain('4 400 DA → 4 000 DA');
});

it('asks for another way where the present one is not offered', async () => {
  const sent = show({ body: ORDER });
  await screen.findByDisplayValue('16 Alger');
  await choose('Kouba');
  await waitFor(() => expect(way()).toHaveValue(''));
  await correct();
  expect(way()).toHaveAccessibleDescription(m.db_field_required());
  expect(sent()).toEqual([]);
});

it('is not sent before it is known what it costs, and asks again for what did not come', async () => {
  const answers: Answer[] = [{ status: 404, body: {} }];
  const offers = () => answers.shift() ?? { body: [[offer('y', 'Yalidine', 'home', 700)]] };
  const sent = show({ body: ORDER }, 'fr', { '/transport/commune/1605': offers });
  await screen.findByDisplayValue('16 Alger');
  await choose('Bab El Oued');
  const retry = await screen.findByRole('button', { name: m.db_retry() });
  expect(way()).toBeInvalid();
  expect(screen.queryByText(m.db_choice_gone())).toBeNull();
  expect(screen.getByRole('button', { name: m.db_order_correct_submit() })).toBeDisabled();
  await userEvent.click(retry);
  await waitFor(() => expect(way()).toHaveDisplayValue(/700/));
  expect(way()).toHaveFocus();
  await correct();
  await waitFor(() => expect(sent()).toHaveLength(1));
});

it('tells the new total where the fee changed since it was shown', async () => {
  const prices = [700, 750];
  const answers: Answer[] = [
    { status: 409, body: { code: 'orders.price_changed', facts: { total: 4750 }, current: ORDER } },
    { body: ORDER },
  ];
  const sent = show(() => answers.shift() ?? { status: 500 }, 'fr', {
    '/transport/commune/1605': () => ({ body: [[offer('y', 'Yalidine', 'home', prices.shift() ?? 750)]] }),
  });
  await screen.findByDisplayValue('16 Alger');
  await retype(m.db_customer_phone(), '0666123456');
  await choose('Bab El Oued');
  await waitFor(() => expect(way()).toHaveDisplayValue(/700/));
  await correct();
  expect(await screen.findByText(m.db_refused_price_changed())).toBeVisible();
  const price = screen.getByRole('status');
  await waitFor(() => expect(spaced(price.textContent)).toContain('4 400 DA → 4 750 DA'));
  expect(screen.getByLabelText(m.db_customer_phone())).toHaveValue('0666123456');
  await correct();
  await waitFor(() => expect(isClosed).toBe(true));
  const wanted = { ...AS_PLACED, phone: '0666123456', commune: '1605' };
  expect(sent()).toEqual([
    { ...wanted, shownTotal: 4700 },
    { ...wanted, shownTotal: 4750 },
  ]);
});

it('offers no place where nobody delivers, but the order’s own', async () => {
  show({ body: ORDER });
  live({ ...ORDER, communeId: '1611', version: 4 });
  expect(await screen.findByDisplayValue('Hydra')).toBeVisible();
  expect(screen.getByText(m.db_place_closed())).toBeVisible();
  await userEvent.click(screen.getByLabelText(m.db_customer_wilaya()));
  expect(screen.queryByRole('option', { name: '33 Illizi' })).toBeNull();
});

it('asks whose it shall be where somebody else corrected the same', async () => {
  const sent = show({ body: ORDER });
  await retype(m.db_customer_phone(), '0666123456');
  live({ ...ORDER, version: 4, phone: '0777123456', email: 'amina@example.dz' });
  const note = await screen.findByRole('alert');
  expect(note).toHaveTextContent(m.db_customer_phone());
  expect(note).not.toHaveTextContent(m.db_customer_email());
  const submit = screen.getByRole('button', { name: m.db_order_correct_submit() });
  expect(submit).toBeDisabled();
  await userEvent.click(screen.getByRole('button', { name: m.db_conflict_theirs() }));
  expect(screen.getByLabelText(m.db_customer_phone())).toHaveValue('0777123456');
  expect(screen.queryByRole('alert')).toBeNull();
  // Nothing is typed any more: it closes unasked.
  await userEvent.keyboard('{Escape}');
  expect(isClosed).toBe(true);
  expect(sent()).toEqual([]);
});

it('takes the place of somebody else whole', async () => {
  const sent = show({ body: ORDER });
  await screen.findByDisplayValue('Alger Centre');
  await retype(m.db_customer_address(), '6, rue des Frères');
  live({
    ...ORDER,
    version: 4,
    communeId: '1605',
    address: 'Cité 5 Juillet',
    deliveryPrice: 700,
    total: 4700,
  });
  await userEvent.click(await screen.findByRole('button', { name: m.db_conflict_theirs() }));
  expect(screen.getByLabelText(m.db_customer_address())).toHaveValue('Cité 5 Juillet');
  await correct();
  const wanted = { version: 4, commune: '1605', address: 'Cité 5 Juillet', shownTotal: 4700 };
  await waitFor(() => expect(sent()).toEqual([{ ...AS_PLACED, ...wanted }]));
});

it('says what the shop refuses under its field', async () => {
  const errors = {
    phone: [{ key: 'form.validation.phone', text: 'a phone number has 10 digits' }],
    commune: [{ key: 'form.validation.commune', text: 'there is no such commune' }],
    transporter: [{ key: 'form.validation.transporter', text: 'nobody of that kind' }],
  };
  show({ status: 422, body: { code: 'orders.invalid_correction', errors } });
  await retype(m.db_customer_phone(), '0555');
  await correct();
  const phone = screen.getByLabelText(m.db_customer_phone());
  await waitFor(() => expect(phone).toHaveAccessibleDescription(m.db_rule_phone()));
  expect(phone).toHaveValue('0555');
  const commune = screen.getByLabelText(m.db_customer_commune());
  expect(commune).toHaveAccessibleDescription(m.db_rule_commune());
  expect(way()).toHaveAccessibleDescription(m.db_error_not_found());
  // Of another place nothing was said yet.
  await choose('Bab El Oued');
  expect(way()).toHaveAccessibleDescription('');
  expect(phone).toHaveAccessibleDescription(m.db_rule_phone());
});

it('keeps what was typed where somebody else was faster, over what they made of the order', async () => {
  const present = { ...ORDER, version: 4, phone: '0777123456' };
  const answers: Answer[] = [
    { status: 409, body: { code: 'orders.stale_version', current: present } },
    { body: { ...present, version: 5 } },
  ];
  const sent = show(() => answers.shift() ?? { status: 500 });
  await retype(m.db_customer_address(), '6, rue des Frères');
  await correct();
  expect(await screen.findByText(m.db_order_stale_title())).toBeVisible();
  expect(screen.getByLabelText(m.db_customer_address())).toHaveValue('6, rue des Frères');
  expect(screen.getByLabelText(m.db_customer_phone())).toHaveValue('0777123456');
  await correct();
  await waitFor(() => expect(isClosed).toBe(true));
  const wanted = { ...AS_PLACED, version: 4, phone: '0777123456', address: '6, rue des Frères' };
  expect(sent().at(-1)).toEqual(wanted);
});

it('says that the parcel left', async () => {
  const current = { ...ORDER, version: 5, status: 'shipped' };
  show({ status: 409, body: { code: 'orders.already_left', current } });
  await retype(m.db_customer_phone(), '0666123456');
  await correct();
  expect(await screen.findByText(m.db_refused_already_left())).toBeVisible();
  expect(screen.getByLabelText(m.db_customer_phone())).toHaveValue('0666123456');
});

it.each([
  ['placed', 'orders.confirm', true],
  ['unreachable', 'orders.confirm', true],
  ['confirmed', 'orders.confirm', true],
  ['preparing', 'orders.confirm', true],
  ['shipped', 'orders.confirm', false],
  ['cancelled', 'orders.confirm', false],
  ['placed', 'orders.read', false],
])(
  'an order that is %s is offered to be corrected to who has %s: %s',
  async (status, permission, expected) => {
    const customer = { orders: 0, delivered: 0, refused: 0, lost: 0, deliveredTotal: 0, more: false };
    const order = { ...ORDER, status, customer } as OrderDetail;
    renderStaffScreen(<CustomerCard order={order} />, { permissions: [permission] });
    await screen.findByText('Amina Haddad');
    expect(screen.queryByRole('button', { name: m.db_order_correct() }) !== null).toBe(expected);
  },
);

const OF_CUSTOMER = {
  ...ORDER,
  customer: { orders: 0, delivered: 0, refused: 0, lost: 0, deliveredTotal: 0, more: false },
} as OrderDetail;

function Card() {
  return <CustomerCard order={useOrder(OF_CUSTOMER)} />;
}

it('hands the focus to the customer where there is nothing to be corrected any more', async () => {
  const current = { ...OF_CUSTOMER, version: 5, status: 'shipped' };
  answerWith({
    ...PLACES,
    '/orders/1/details': { status: 409, body: { code: 'orders.already_left', current } },
  });
  renderStaffScreen(<Card />, { permissions: ['orders.confirm'] });
  await userEvent.click(await screen.findByRole('button', { name: m.db_order_correct() }));
  await retype(m.db_customer_phone(), '0666123456');
  await correct();
  await screen.findByText(m.db_refused_already_left());
  await userEvent.click(screen.getByRole('button', { name: m.db_dialog_leave() }));
  await userEvent.click(screen.getByRole('button', { name: m.db_form_throw_away() }));
  await waitFor(() => expect(screen.getByRole('heading', { name: m.db_order_customer() })).toHaveFocus());
});

it('changes the carrier beside its name, at its price, and nothing else', async () => {
  const asked = answerWith({ ...PLACES, '/orders/1/details': { body: { ...ORDER, version: 4 } } });
  renderStaffScreen(<DeliveryCard order={ORDER} />, { permissions: ['orders.read', 'orders.confirm'] });
  await userEvent.click(screen.getByRole('button', { name: m.db_order_carrier_change() }));
  const dialog = screen.getByRole('dialog');
  expect(within(dialog).getAllByRole('combobox')).toHaveLength(1);
  const way = within(dialog).getByLabelText(m.db_order_delivery());
  await waitFor(() => expect(within(way).getAllByRole('option').length).toBeGreaterThan(1));
  await userEvent.selectOptions(way, 'y-desk');
  expect(within(dialog).getByText(m.db_order_correct_price())).toBeVisible();
  await userEvent.click(screen.getByRole('button', { name: m.db_order_correct_submit() }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(asked.find(({ method }) => method === 'PUT')?.body).toMatchObject({
    phone: '0555123456',
    commune: '1601',
    transporter: 'y',
    deliveryType: 'desk',
    shownTotal: 4000,
  });
});

/** To a desk, without an address; its carrier is being changed. */
async function changingCarrier(answer: Answer | (() => Answer)) {
  const toDesk = { ...ORDER, deliveryType: 'desk', address: '' };
  const asked = answerWith({ ...PLACES, '/orders/1/details': answer });
  renderStaffScreen(<DeliveryCard order={toDesk} />, { permissions: ['orders.read', 'orders.confirm'] });
  await userEvent.click(screen.getByRole('button', { name: m.db_order_carrier_change() }));
  await waitFor(() => expect(offered().length).toBeGreaterThan(1));
  return () => asked.filter(({ method }) => method === 'PUT').map(({ body }) => body);
}

it('asks for the address where a parcel for a desk is to go to the door', async () => {
  const sent = await changingCarrier({ body: { ...ORDER, version: 4 } });
  expect(screen.queryByLabelText(m.db_customer_address())).toBeNull();
  await userEvent.selectOptions(way(), 'y-home');
  await correct();
  const address = screen.getByLabelText(m.db_customer_address());
  expect(address).toHaveFocus();
  expect(address).toHaveAccessibleDescription(m.db_field_required());
  expect(sent()).toEqual([]);
  await userEvent.type(address, '4, rue des Frères');
  await correct();
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(sent()).toMatchObject([{ address: '4, rue des Frères', deliveryType: 'home' }]);
});

it('says what the shop refuses of a field that the change of carrier does not show', async () => {
  const errors = { phone: [{ key: 'form.validation.phone', text: '' }] };
  await changingCarrier({ status: 422, body: { code: 'orders.invalid_correction', errors } });
  await correct();
  const said = await screen.findAllByRole('alert');
  expect(said.map(({ textContent }) => textContent)).toContain(
    m.db_form_mistake({ field: m.db_customer_phone(), mistake: m.db_rule_phone() }),
  );
});

it('offers no other carrier for a parcel that has left', () => {
  const order = { ...ORDER, status: 'shipped' };
  renderStaffScreen(<DeliveryCard order={order} />, { permissions: ['orders.read', 'orders.confirm'] });
  expect(screen.queryByRole('button', { name: m.db_order_carrier_change() })).toBeNull();
});
