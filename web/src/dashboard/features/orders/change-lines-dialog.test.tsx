import { type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query';
import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useEffect } from 'react';
import { beforeEach, expect, it } from 'vitest';
import { m } from '@/i18n/paraglide.gen/messages.js';
import { type Answer, type Asked, answerWith } from '@/testing/answers.ts';
import type { OrderDetail, OrderLine } from '../../data/types.ts';
import { lineOf, quoted, type Shelf, searchBox, shopOf } from '../../testing/order-shop.ts';
import { renderStaffScreen } from '../../testing/render-staff-screen.tsx';
import { ChangeLinesDialog } from './change-lines-dialog.tsx';
import { OrderLines } from './order-lines.tsx';
import { orderQuery } from './queries.ts';

/** Agreed at less than it costs now. */
const SOAP = lineOf('soap', 2, { unitPrice: 450 });
const RED = lineOf('mat', 1, { combinationId: 'mat-g', combination: 'Grenade' });

function orderOf(lines: readonly OrderLine[], more: Partial<OrderDetail> = {}): OrderDetail {
  const productsTotal = lines.reduce((sum, { total }) => sum + total, 0);
  const order = { id: '1', number: 'A-10234', version: 3, status: 'placed', lines, productsTotal };
  return { ...order, deliveryPrice: 400, total: productsTotal + 400, ...more } as OrderDetail;
}
const ORDER = orderOf([SOAP, RED]);

let queries: QueryClient;
/** Somebody else is done with it. */
const live = (order: OrderDetail) => act(() => void queries.setQueryData(orderQuery('1').queryKey, order));

/** As on the page of the order: what the shop answers is what it shows. */
function useOrder(): OrderDetail {
  const client = useQueryClient();
  useEffect(() => {
    queries = client;
  }, [client]);
  return useQuery({ ...orderQuery('1'), enabled: false }).data ?? ORDER;
}

let isClosed = false;
beforeEach(() => {
  isClosed = false;
});

function Dialog() {
  const order = useOrder();
  const close = () => {
    isClosed = true;
  };
  return <ChangeLinesDialog order={order} onClose={close} />;
}

const PLACE = { permissions: ['orders.confirm', 'stock.read'] };

function show(
  answer: Answer | (() => Answer),
  answers: Record<string, Answer | (() => Answer)> = {},
  shelf: Shelf = {},
) {
  let asked: readonly Asked[] = [];
  const shop = shopOf(() => asked, { agreed: ORDER.lines, ...shelf });
  asked = answerWith({ '/orders/1/products': answer, ...shop, ...answers });
  renderStaffScreen(<Dialog />, PLACE);
  return () => asked.filter(({ method }) => method === 'PUT').map(({ body }) => body);
}

const spaced = (element: HTMLElement) => element.textContent?.replace(/\s/g, ' ');
const save = () => screen.getByRole('button', { name: m.db_order_lines_submit() });
const rowOf = (name: string) => {
  const row = screen.getAllByRole('listitem').find((one) => one.textContent?.includes(name));
  if (!row) throw new Error(`no row of ${name}`);
  return within(row);
};
const quantityOf = (name: string) => rowOf(name).getByRole('textbox', { name: m.db_order_quantity() });
const total = () => {
  const shown = screen
    .getAllByRole('status')
    .find((one) => one.textContent?.includes(m.db_order_to_collect()));
  return spaced(shown as HTMLElement);
};

async function retype(name: string, quantity: string) {
  await userEvent.clear(quantityOf(name));
  await userEvent.type(quantityOf(name), quantity);
}

/** What is sent of the order as it is. */
const KEPT = [
  { line: 0, product: 'soap', quantity: 2 },
  { line: 1, product: 'mat', combination: 'mat-g', quantity: 1 },
];

it('shows what it costs before and after, and sends that', async () => {
  const sent = show({ body: orderOf([SOAP, RED], { version: 4 }) });
  await waitFor(() => expect(save()).toBeEnabled());
  expect(total()).toBe('À encaisser2 500 DA');
  await retype('Savon noir', '4');
  expect(save()).toBeDisabled();
  await waitFor(() => expect(total()).toBe('À encaisser2 500 DA → 3 400 DA'));
  await userEvent.click(save());
  await waitFor(() => expect(isClosed).toBe(true));
  expect(sent()).toEqual([
    { version: 3, shownTotal: 3400, products: [{ ...KEPT[0], quantity: 4 }, KEPT[1]] },
  ]);
});

it('tells how many can be had beside what the order holds, by what leaves the shelf for each', async () => {
  const pair = lineOf('soap', 2, { stockItems: [{ productId: 'soap', combinationId: null, quantity: 4 }] });
  const stocks = [{ productId: 'soap', combinationId: null, available: 3 }];
  show(
    { body: ORDER },
    { '/warehouse/w/stocks': { body: { stocks, total: 1 } } },
    { agreed: [pair], most: 3 },
  );
  live(orderOf([pair], { stock: 'reserved' }));
  await retype('Savon noir', '5');
  const left = m.db_order_lines_short_left({ n: '3', count: 3 });
  await waitFor(() => expect(quantityOf('Savon noir')).toHaveAccessibleDescription(left));
});

it('sends nothing while what was scanned is not in the order', async () => {
  const sent = show({ body: ORDER }, { '/dashboard/api/products': { body: { products: [], total: 0 } } });
  await retype('Savon noir', '4');
  await waitFor(() => expect(save()).toBeEnabled());
  await userEvent.type(searchBox(), '61300018{Enter}');
  await userEvent.click(save());
  expect(sent()).toEqual([]);
  await userEvent.clear(searchBox());
  await userEvent.click(save());
  await waitFor(() => expect(isClosed).toBe(true));
  expect(sent()).toHaveLength(1);
});

it('takes a product out and puts another in', async () => {
  const sent = show({ body: ORDER });
  await userEvent.click(rowOf('Rouge mat').getByRole('button', { name: /Rouge mat/ }));
  await userEvent.type(searchBox(), 'coffret');
  await userEvent.click(await screen.findByRole('option', { name: /^Coffret/ }));
  await userEvent.click(await screen.findByRole('button', { name: m.db_order_lines_add_submit() }));
  await waitFor(() => expect(total()).toBe('À encaisser2 500 DA → 3 800 DA'));
  await userEvent.click(save());
  await waitFor(() => expect(sent()).toHaveLength(1));
  const gift = { product: 'gift', quantity: 1, choices: ['mat-g'] };
  expect(sent()).toEqual([{ version: 3, shownTotal: 3800, products: [KEPT[0], gift] }]);
});

it('adds to the line that is there, at what was agreed', async () => {
  show({ body: ORDER });
  await userEvent.type(searchBox(), 'savon');
  await userEvent.click(await screen.findByRole('option', { name: /^Savon noir/ }));
  await waitFor(() => expect(quantityOf('Savon noir')).toHaveValue('3'));
  await waitFor(() => expect(total()).toBe('À encaisser2 500 DA → 2 950 DA'));
});

it('tells a delivery that becomes free', async () => {
  show({ body: ORDER }, {}, { deliveryPrice: 0 });
  await waitFor(() => expect(save()).toBeEnabled());
  expect(screen.getByText(/→ Gratuite/)).toHaveTextContent('400 DA → Gratuite');
});

it('never takes out the last product', async () => {
  show({ body: ORDER });
  await userEvent.click(rowOf('Rouge mat').getByRole('button', { name: /Rouge mat/ }));
  expect(screen.getByText(m.db_order_lines_last())).toBeVisible();
  await userEvent.keyboard('{Enter}');
  expect(screen.getAllByRole('listitem')).toHaveLength(1);
});

it('says what is no quantity when it is sent, at its field', async () => {
  const sent = show({ body: ORDER });
  await waitFor(() => expect(save()).toBeEnabled());
  await userEvent.clear(quantityOf('Savon noir'));
  await userEvent.click(save());
  expect(quantityOf('Savon noir')).toHaveFocus();
  expect(quantityOf('Savon noir')).toBeInvalid();
  expect(sent()).toEqual([]);
});

it('is sent by Ctrl Enter, and asks before it throws away what is typed', async () => {
  const sent = show({ status: 503, body: { code: 'unavailable' } });
  await waitFor(() => expect(save()).toBeEnabled());
  await retype('Savon noir', '3');
  await userEvent.keyboard('{Escape}');
  expect(isClosed).toBe(false);
  await userEvent.click(screen.getByRole('button', { name: m.db_form_go_on() }));
  await waitFor(() => expect(save()).toBeEnabled());
  quantityOf('Savon noir').focus();
  await userEvent.keyboard('{Control>}{Enter}{/Control}');
  expect(await screen.findByText(m.db_error_busy())).toBeVisible();
  expect(quantityOf('Savon noir')).toHaveValue('3');
  expect(sent()).toHaveLength(1);
});

it('leaves by Escape unasked where nothing was changed', async () => {
  show({ body: ORDER });
  await retype('Savon noir', '3');
  await retype('Savon noir', '2');
  await userEvent.keyboard('{Escape}');
  expect(isClosed).toBe(true);
});

it('is not sent before it is known what it costs, and asks again for what did not come', async () => {
  const prices: Answer[] = [{ status: 404, body: {} }];
  show(
    { body: ORDER },
    { '/orders/quote': () => prices.shift() ?? { body: quoted(KEPT, { agreed: ORDER.lines }) } },
  );
  const retry = await screen.findByRole('button', { name: m.db_retry() });
  expect(save()).toBeDisabled();
  await userEvent.click(retry);
  await waitFor(() => expect(save()).toBeEnabled());
  expect(searchBox()).toHaveFocus();
});

it('shows the new total where a price changed since it was shown', async () => {
  const answers: Answer[] = [
    { status: 409, body: { code: 'orders.price_changed', facts: { total: 2900 }, current: ORDER } },
    { body: ORDER },
  ];
  let fee = 400;
  const sent = show(
    () => {
      fee = 800;
      return answers.shift() ?? { status: 500 };
    },
    { '/orders/quote': () => ({ body: quoted(KEPT, { agreed: ORDER.lines, deliveryPrice: fee }) }) },
  );
  await waitFor(() => expect(save()).toBeEnabled());
  await userEvent.click(save());
  expect(await screen.findByText(m.db_refused_price_changed())).toBeVisible();
  await waitFor(() => expect(total()).toBe('À encaisser2 500 DA → 2 900 DA'));
  await waitFor(() => expect(save()).toBeEnabled());
  await userEvent.click(save());
  await waitFor(() => expect(isClosed).toBe(true));
  expect(sent()).toEqual([
    { version: 3, shownTotal: 2500, products: KEPT },
    { version: 3, shownTotal: 2900, products: KEPT },
  ]);
});

it('names no total where nobody knows what the change costs', async () => {
  const prices: Answer[] = [{ body: quoted(KEPT, { agreed: ORDER.lines }) }];
  show({ body: ORDER }, { '/orders/quote': () => prices.shift() ?? { status: 404, body: {} } });
  await waitFor(() => expect(save()).toBeEnabled());
  await retype('Savon noir', '4');
  await screen.findByRole('button', { name: m.db_retry() });
  expect(total()).toBe('À encaisser2 500 DA → …');
});

it('says that the same costs otherwise by now', async () => {
  let fee = 400;
  show(
    { body: ORDER },
    { '/orders/quote': () => ({ body: quoted(KEPT, { agreed: ORDER.lines, deliveryPrice: fee }) }) },
  );
  await waitFor(() => expect(save()).toBeEnabled());
  expect(screen.queryByText(m.db_refused_price_changed())).toBeNull();
  fee = 800;
  act(() => void window.dispatchEvent(new Event('visibilitychange')));
  const note = await screen.findByText(m.db_refused_price_changed());
  expect(note.closest('[role=status]')).not.toBeNull();
  await waitFor(() => expect(total()).toBe('À encaisser2 500 DA → 2 900 DA'));
});

it('is done where the answer was lost and the order has just what was sent', async () => {
  show({ status: 502, body: {} });
  await retype('Savon noir', '5');
  await waitFor(() => expect(save()).toBeEnabled());
  await userEvent.click(save());
  await waitFor(() => expect(save()).toBeEnabled());
  expect(isClosed).toBe(false);
  live(orderOf([RED, lineOf('soap', 5, { unitPrice: 450 })], { version: 4 }));
  await waitFor(() => expect(isClosed).toBe(true));
});

it('takes what was sent for one’s own where more is typed since', async () => {
  show({ status: 502, body: {} });
  await retype('Savon noir', '5');
  await waitFor(() => expect(save()).toBeEnabled());
  await userEvent.click(save());
  await waitFor(() => expect(save()).toBeEnabled());
  await retype('Savon noir', '6');
  live(orderOf([lineOf('soap', 5, { unitPrice: 450 }), RED], { version: 4 }));
  await waitFor(() => expect(save()).toBeEnabled());
  expect(quantityOf('Savon noir')).toHaveValue('6');
  expect(screen.queryByText(m.db_order_lines_meanwhile())).toBeNull();
  expect(isClosed).toBe(false);
});

it('says of what there is not enough, at its line, until that is another', async () => {
  const errors = {
    'products[0].quantity': [{ key: 'form.validation.outOfStock', text: 'not enough in stock' }],
  };
  show({ status: 409, body: { code: 'orders.out_of_stock', errors } });
  await waitFor(() => expect(save()).toBeEnabled());
  await retype('Savon noir', '9');
  await waitFor(() => expect(save()).toBeEnabled());
  await userEvent.click(save());
  await waitFor(() => expect(quantityOf('Savon noir')).toHaveAccessibleDescription(m.db_order_lines_short()));
  expect(quantityOf('Savon noir')).toHaveFocus();
  expect(quantityOf('Rouge mat')).toBeValid();
  await retype('Savon noir', '8');
  expect(quantityOf('Savon noir')).toBeValid();
});

it('says that the goods are being packed', async () => {
  const current = orderOf([SOAP, RED], { version: 5, status: 'preparing' });
  show({ status: 409, body: { code: 'orders.goods_taken', current } });
  await retype('Savon noir', '3');
  await waitFor(() => expect(save()).toBeEnabled());
  await userEvent.click(save());
  expect(await screen.findByText(m.db_refused_goods_taken())).toBeVisible();
  expect(quantityOf('Savon noir')).toHaveValue('3');
});

it('lays what is typed over what somebody else added, and says so', async () => {
  const sent = show({ body: ORDER });
  await retype('Savon noir', '5');
  live(orderOf([lineOf('gift', 1), SOAP], { version: 4 }));
  expect(await screen.findByText(m.db_order_lines_meanwhile())).toBeVisible();
  expect(quantityOf('Savon noir')).toHaveValue('5');
  expect(quantityOf('Coffret')).toHaveValue('1');
  expect(screen.queryByText(/Rouge mat/)).toBeNull();
  await waitFor(() => expect(save()).toBeEnabled());
  await userEvent.click(save());
  await waitFor(() => expect(isClosed).toBe(true));
  const products = [
    { line: 1, product: 'soap', quantity: 5 },
    { line: 0, product: 'gift', quantity: 1 },
  ];
  expect(sent()).toEqual([expect.objectContaining({ version: 4, products })]);
});

it('asks whose number it shall be where somebody else changed the same', async () => {
  show({ body: ORDER });
  await retype('Savon noir', '5');
  live(orderOf([lineOf('soap', 7, { unitPrice: 450 }), RED], { version: 4 }));
  expect(await screen.findByText(m.db_conflict_title())).toBeVisible();
  expect(save()).toBeDisabled();
  await userEvent.click(screen.getByRole('button', { name: m.db_conflict_theirs() }));
  expect(quantityOf('Savon noir')).toHaveValue('7');
  await waitFor(() => expect(save()).toBeEnabled());
});

it('keeps what was typed where somebody else was faster', async () => {
  const present = orderOf([SOAP, RED], { version: 4, status: 'confirmed' });
  const answers: Answer[] = [
    { status: 409, body: { code: 'orders.stale_version', current: present } },
    { body: { ...present, version: 5 } },
  ];
  const sent = show(() => answers.shift() ?? { status: 500 });
  await retype('Savon noir', '5');
  await waitFor(() => expect(save()).toBeEnabled());
  await userEvent.click(save());
  expect(await screen.findByText(m.db_order_stale_title())).toBeVisible();
  expect(quantityOf('Savon noir')).toHaveValue('5');
  await waitFor(() => expect(save()).toBeEnabled());
  await userEvent.click(save());
  await waitFor(() => expect(isClosed).toBe(true));
  expect(sent().at(-1)).toMatchObject({ version: 4, products: [{ line: 0, quantity: 5 }, { line: 1 }] });
});

it.each([
  ['placed', 'orders.confirm', true],
  ['unreachable', 'orders.confirm', true],
  ['confirmed', 'orders.confirm', true],
  ['preparing', 'orders.confirm', false],
  ['shipped', 'orders.confirm', false],
  ['cancelled', 'orders.confirm', false],
  ['placed', 'orders.read', false],
])(
  'the products of an order that is %s are offered to be changed to who has %s: %s',
  (status, permission, expected) => {
    renderStaffScreen(<OrderLines order={{ ...ORDER, status }} />, { permissions: [permission] });
    expect(screen.queryByRole('button', { name: m.db_order_lines_change() }) !== null).toBe(expected);
  },
);

function Panel() {
  return <OrderLines order={useOrder()} />;
}

it.each([
  ['its button', 'placed', () => screen.getByRole('button', { name: m.db_order_lines_change() })],
  [
    'the heading where it is packed by now',
    'preparing',
    () => screen.getByRole('heading', { name: m.db_order_lines() }),
  ],
])('comes when it is asked for, and hands the focus back to %s', async (_, status, next) => {
  let asked: readonly Asked[] = [];
  asked = answerWith(shopOf(() => asked, { agreed: ORDER.lines }));
  renderStaffScreen(<Panel />, PLACE);
  await userEvent.click(screen.getByRole('button', { name: m.db_order_lines_change() }));
  await screen.findByRole('dialog');
  expect(quantityOf('Savon noir')).toHaveFocus();
  live({ ...ORDER, status });
  await userEvent.keyboard('{Escape}');
  await waitFor(() => expect(next()).toHaveFocus());
});
