import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it } from 'vitest';
import { m } from '@/i18n/paraglide.gen/messages.js';
import type { Answer } from '@/testing/answers.ts';
import {
  CUSTOMER,
  create,
  field,
  KNOWN,
  MADE,
  open,
  pick,
  ready,
  SENT,
  SOAP,
  spaced,
  submit,
  WHOLE,
} from '../../../testing/new-order-screen.tsx';
import { searchBox } from '../../../testing/order-shop.ts';
import { emptyDraft, type NewOrderDraft } from './new-order.ts';

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

it('tells the prices of wholesalers once they are chosen, and sends that it is one of theirs', async () => {
  const { bodies } = open(MADE, { typed: WHOLE });
  await ready('2 400 DA');
  expect(field(m.db_order_retail())).toBeChecked();
  await userEvent.click(field(m.db_order_wholesale()));
  await ready('2 000 DA');
  await userEvent.click(field(m.db_order_retail()));
  await ready('2 400 DA');
  await userEvent.click(field(m.db_order_wholesale()));
  await ready('2 000 DA');
  await create();
  await waitFor(() => expect(bodies()).toEqual([{ ...SENT, shownTotal: 2000, type: 'wholesalerorder' }]));
});

it('says at a line how many wholesalers order at least, and what has no price for them', async () => {
  const few = (errors: object, facts = {}): Answer => ({
    status: 422,
    body: { code: 'orders.invalid_lines', errors, facts },
  });
  let refusal = few(
    { 'products[0].quantity': [{ key: 'form.validation.wholesaleMinimum', text: 'too few' }] },
    { 'products[0].wholesaleMinimum': 1200 },
  );
  const typed: NewOrderDraft = { ...WHOLE, type: 'wholesalerorder' };
  const { bodies } = open(MADE, { typed, places: { '/orders/quote': () => refusal } });
  const minimum = spaced(m.db_order_wholesale_minimum({ n: '1 200' })) ?? '';
  await waitFor(() =>
    expect(spaced(field(m.db_order_quantity()).closest('li')?.textContent ?? '')).toContain(minimum),
  );
  expect(field(m.db_order_quantity())).toBeInvalid();
  await create();
  expect(bodies()).toEqual([]);
  refusal = few({ 'products[0].product': [{ key: 'form.validation.wholesalePrice', text: 'no price' }] });
  await userEvent.type(field(m.db_order_quantity()), '0');
  await waitFor(() =>
    expect(field(m.db_order_quantity()).closest('li')).toHaveTextContent(m.db_rule_wholesale_price()),
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

it('says of which orders the counts are where the customer has more', async () => {
  const regular = { ...CUSTOMER, outcomes: { ...CUSTOMER.outcomes, more: true } };
  const places = { '/dashboard/api/customers': { body: KNOWN }, '/customers/c1': { body: regular } };
  open(MADE, { typed: { ...emptyDraft(), phone: CUSTOMER.phone }, places });
  expect(await screen.findByText(m.db_customer_outcomes_newest())).toBeVisible();
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
  // Under its field, and as what keeps it from being made.
  expect(screen.getAllByText(m.db_new_order_products_required())).toHaveLength(2);
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

it('waits for what was scanned and is still being looked for', async () => {
  let found = (_: Answer) => {};
  const looking = new Promise<Answer>((resolve) => {
    found = resolve;
  });
  const { bodies } = open(MADE, { typed: WHOLE, places: { '/dashboard/api/products': () => looking } });
  await ready('2 400 DA');
  await userEvent.type(searchBox(), '61300018{Enter}');
  await create();
  expect(await screen.findByText(m.db_order_lines_adding())).toBeVisible();
  expect(bodies()).toEqual([]);
  found({ body: { products: [], total: 0 } });
  // Found or not, it was meant: its words are taken back first.
  await create();
  expect(bodies()).toEqual([]);
  await userEvent.clear(searchBox());
  await create();
  await waitFor(() => expect(bodies()).toEqual([SENT]));
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
