import { useQuery } from '@tanstack/react-query';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, it } from 'vitest';
import { m } from '@/i18n/paraglide.gen/messages.js';
import { type Answer, answerWith } from '@/testing/answers.ts';
import type { OrderDetail } from '../../data/types.ts';
import { renderStaffScreen } from '../../testing/render-staff-screen.tsx';
import { CorrectDialog } from './correct-dialog.tsx';
import { CustomerCard } from './customer-card.tsx';
import { orderQuery } from './queries.ts';

const WILAYAS = [{ id: '16', isoCode: 'DZ-16', name: 'Alger', nameAr: 'الجزائر', deliverable: true }];
const COMMUNES = [
  { id: '1601', name: 'Alger Centre', nameAr: 'الجزائر الوسطى', deliverable: true },
  { id: '1605', name: 'Bab El Oued', nameAr: 'باب الوادي', deliverable: true },
  { id: '1610', name: 'Kouba', nameAr: 'القبة', deliverable: true },
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
};

/** As on the page of the order: what the shop answers is what it shows. */
function Dialog({ onClose }: { onClose: () => void }) {
  const { data = ORDER } = useQuery({ ...orderQuery('1'), enabled: false });
  return <CorrectDialog order={data} onClose={onClose} />;
}

let isClosed = false;
beforeEach(() => {
  isClosed = false;
});

function show(answer: Answer | (() => Answer), locale: 'fr' | 'ar' = 'fr') {
  const asked = answerWith({ ...PLACES, '/orders/1/details': answer });
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
  expect(screen.queryByRole('status')).toBeNull();
});

it('shows what another commune costs beside what was agreed', async () => {
  const sent = show({ body: ORDER });
  await screen.findByDisplayValue('16 Alger');
  await choose('Bab El Oued');
  const price = await screen.findByRole('status');
  expect(spaced(price.textContent)).toContain('400 DA → 700 DA');
  expect(spaced(price.textContent)).toContain('4 400 DA → 4 700 DA');
  await correct();
  await waitFor(() => expect(sent()).toEqual([{ ...AS_PLACED, commune: '1605' }]));
});

it('shows what another way costs, free from its amount on', async () => {
  show({ body: ORDER });
  await screen.findByRole('option', { name: /Bureau/ });
  await userEvent.selectOptions(way(), 'y-desk');
  const price = screen.getByRole('status');
  expect(spaced(price.textContent)).toContain('400 DA → 0 DA');
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

it('says what the shop refuses under its field', async () => {
  const errors = {
    phone: [{ key: 'form.validation.phone', text: 'a phone number has 10 digits' }],
    commune: [{ key: 'form.validation.commune', text: 'there is no such commune' }],
  };
  show({ status: 422, body: { code: 'orders.invalid_correction', errors } });
  await retype(m.db_customer_phone(), '0555');
  await correct();
  const phone = screen.getByLabelText(m.db_customer_phone());
  await waitFor(() => expect(phone).toHaveAccessibleDescription(m.db_rule_phone()));
  expect(phone).toHaveValue('0555');
  const commune = screen.getByLabelText(m.db_customer_commune());
  expect(commune).toHaveAccessibleDescription(m.db_rule_commune());
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
    const customer = { orders: 0, delivered: 0, refused: 0, deliveredTotal: 0 };
    const order = { ...ORDER, status, customer } as OrderDetail;
    renderStaffScreen(<CustomerCard order={order} />, { permissions: [permission] });
    await screen.findByText('Amina Haddad');
    expect(screen.queryByRole('button', { name: m.db_order_correct() }) !== null).toBe(expected);
  },
);
